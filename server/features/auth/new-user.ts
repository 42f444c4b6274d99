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

/** A sign-up that is not yet confirmed by email: the handle is not reserved, and there is no password yet. */
export type Pending = Omit<Person, keyof Name> &
  Partial<Name> & {
    /** The linked account of an identity provider. */
    identity?: Pick<Schema['identity'], 'provider' | 'subject'>
    /** The page that the person came for: path and search, and the encrypted fragment (`next-page.ts`). */
    next?: string | undefined
    fragment?: string
  }

/** A sign-up with all that an account needs. */
export type NamedPending = Pending & Name

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
