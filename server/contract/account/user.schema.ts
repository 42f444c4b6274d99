import * as z from 'zod'
import { Flag, Instant, Path } from '../shared/shared.schema.ts'

export const ProfileLink = z.object({ id: z.string(), title: z.string(), url: z.string() })

export const NotificationSetting = z.object({
  event_reminder: z.boolean(),
  room_news: z.boolean(),
  message: z.boolean(),
  payment: z.boolean(),
  ticket: z.boolean(),
  marketing: z.boolean(),
  quiet_hours: z.boolean(),
})

/** The viewer's own account. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string(),
  email: z.string(),
  about: z.string(),
  icon_image_path: Path,
  icon_image_small_path: Path,
  official_flg: Flag,
  has_customer_id: z.boolean(),
  mainCard: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  my_room: z.object({ id: z.string() }).nullable(),
  /** Birthday; 0 in all parts until it is asked for, which is before the first payment. */
  birthY: z.int(),
  birthM: z.int(),
  birthD: z.int(),
  /** 1 male, 2 female, 9 neither. */
  gender: z.literal([1, 2, 9]),
  links: z.array(ProfileLink),
  notification: NotificationSetting,
  /** Whether the pages of events show that the viewer goes. */
  publishes_attendance: z.boolean(),
  /** Whether the pages of rooms show that the viewer is a member. */
  publishes_memberships: z.boolean(),
  unread_messages: z.int(),
  /** Unread lines of the list of notifications, up to `NOTIFICATIONS_COUNTED_MAX`; a conversation is one. */
  unread_notifications: z.int(),
  /** Rooms with an unpaid renewal, and when each is locked, or was. */
  behind: z.array(z.object({ room_id: z.string(), title: z.string(), locks_at: Instant })),
  role: z.enum(['member', 'operator']),
})
