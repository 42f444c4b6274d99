import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'
import type { Schema } from '#server/db/schema.ts'
import { skeletonOf } from './handle.ts'

type Person = Pick<
  Schema['user'],
  | 'name'
  | 'display_name'
  | 'email'
  | 'birth_y'
  | 'birth_m'
  | 'birth_d'
  | 'gender'
  | 'terms_accepted_at'
  | 'guardian_consent_at'
>

/** What a sign-up may leave to the page of its link. */
type Name = Pick<Person, 'name' | 'display_name' | 'terms_accepted_at'>

const Pending = z.object({
  name: z.string().optional(),
  display_name: z.string().optional(),
  terms_accepted_at: z.string().optional(),
  email: z.string(),
  birth_y: z.number(),
  birth_m: z.number(),
  birth_d: z.number(),
  gender: z.union([z.literal(1), z.literal(2), z.literal(9)]),
  guardian_consent_at: z.string().nullable(),
  /** The linked account of an identity provider. */
  identity: z.object({ provider: z.enum(['twitter', 'line']), subject: z.string() }).optional(),
  /** The page that the person came for: path and search, and the encrypted fragment (`next-page.ts`). */
  next: z.string().optional(),
  fragment: z.string().optional(),
})
/** A sign-up that is not yet confirmed by email: the handle is not reserved, and there is no password yet. */
export type Pending = z.output<typeof Pending>

/** The sign-up of a link; the links of other purposes say less. */
export const pendingIn = jsonOf(Pending)
export const partsOfPendingIn = jsonOf(Pending.partial())

/** A sign-up with all that an account needs. */
export type NamedPending = Pending & Name

export const hasName = (pending: Pick<Pending, keyof Name>): pending is NamedPending =>
  pending.name !== undefined &&
  pending.display_name !== undefined &&
  pending.terms_accepted_at !== undefined

/** The birthday and gender of a person who has not been asked yet: before the first payment. */
export const UNASKED = { birth_y: 0, birth_m: 0, birth_d: 0, gender: 9 } as const

export const newUser = (
  pending: Person & Pick<Schema['user'], 'password_hash'>,
  id: string,
  now: string,
): Schema['user'] => ({
  ...pending,
  id,
  name_skeleton: skeletonOf(pending.name),
  email_verified_at: now,
  about: '',
  icon_path: null,
  icon_small_path: null,
  official_flg: 0,
  role: 'member',
  status: 'active',
  followers: 0,
  following: 0,
  unread_messages: 0,
  publishes_attendance: 0,
  publishes_memberships: 0,
  created_at: now,
  updated_at: now,
})

/** Default setting: notifications about the person's own affairs, no advertising. */
export const newNotificationSetting = (user_id: string): Schema['notification_setting'] => ({
  user_id,
  event_reminder: 1,
  room_news: 1,
  message: 1,
  payment: 1,
  ticket: 1,
  marketing: 0,
  quiet_hours: 1,
})
