import type {
  Code,
  Flag,
  Id,
  Instant,
  Json,
  PersonalFile,
  PersonalJson,
  PersonalSecret,
  PersonalText,
  PublicText,
  Purged,
  Secret,
  Unexported,
} from './types.ts'

export interface User {
  id: Id
  /** The public handle, and the id of the user's room on the wire. */
  name: PublicText<'id'>
  /** The handle with look-alike characters unified; unique, to prevent impersonation. */
  name_skeleton: Unexported<PersonalText<'id'>, 'made from the name'>
  display_name: PublicText<'id'>
  email: PersonalText<'id'>
  email_verified_at: Instant | null
  password_hash: PersonalSecret<'id'> | null
  about: PublicText<'id'>
  icon_path: PersonalFile<'id'> | null
  icon_small_path: PersonalFile<'id'> | null
  official_flg: Flag
  birth_y: number
  birth_m: number
  birth_d: number
  /** 1 male, 2 female, 9 neither. */
  gender: 1 | 2 | 9
  role: 'member' | 'operator'
  status: 'active' | 'suspended' | 'deleted'
  terms_accepted_at: Instant
  guardian_consent_at: Instant | null
  followers: number
  following: number
  unread_messages: number
  /** Whether the pages of events show that this person goes. */
  publishes_attendance: Flag
  /** Whether the pages of rooms show that this person is a member. */
  publishes_memberships: Flag
  created_at: Instant
  updated_at: Instant
}

export interface Identity {
  id: Id
  user_id: Id
  provider: 'twitter' | 'line'
  subject: PersonalSecret<'user_id'>
  created_at: Instant
}

export interface Passkey {
  id: Id
  user_id: Id
  credential_id: PersonalSecret<'user_id'>
  public_key: PersonalSecret<'user_id'>
  counter: number
  transports: Json
  name: PersonalText<'user_id'>
  created_at: Instant
  last_used_at: Instant | null
}

/** A browser that has logged in, by the hash of its cookie. */
export interface KnownDevice {
  user_id: Id
  hash: PersonalSecret<'user_id'>
  last_used_at: Instant
}

/** Wrong passwords since `started_at`, by the hash of their throttle key. */
export interface PasswordAttempt {
  key: Purged<Code, 'hash of an address'>
  attempts: number
  started_at: Instant
}

/** A login on a device, and its family of refresh tokens, which are revoked together. */
export interface Session {
  id: Id
  user_id: Id
  device: PersonalText<'user_id'>
  created_at: Instant
  last_seen_at: Instant
  revoked_at: Instant | null
  /** Last confirmation of the password. */
  confirmed_at: Instant | null
}

export interface RefreshToken {
  token_hash: PersonalSecret<'session_id'>
  session_id: Id
  /** Hash of the token that replaced it. */
  successor_hash: PersonalSecret<'session_id'> | null
  used_at: Instant | null
  expires_at: Instant
  created_at: Instant
}

export interface SignedLink {
  id: Id
  user_id: Id | null
  purpose:
    | 'sign_up'
    | 'change_email'
    | 'reset_password'
    | 'reset_token'
    | 'passkey_add'
    | 'passkey_login'
    | 'passkey_proof'
    | 'ticket_move'
    | 'social_away'
    | 'social_back'
  payload: Unexported<PersonalJson<'user_id'>, 'waits for a click'>
  expires_at: Instant
  used_at: Instant | null
  created_at: Instant
}

/** Former handles, which redirect permanently. */
export interface NameHistory {
  name: PersonalText<'user_id'>
  /** Like a user's `name_skeleton`. */
  skeleton: Unexported<PersonalText<'user_id'>, 'made from the name'>
  user_id: Id
  changed_at: Instant
}

/** A handle that cannot be used any more, as the hash of its skeleton. */
export interface RetiredName {
  hash: Secret
}

export interface Follow {
  follower_id: Id
  followee_id: Id
  created_at: Instant
}

export interface ProfileLink {
  id: Id
  user_id: Id
  title: PublicText<'user_id'>
  url: PersonalText<'user_id'>
  position: number
}

export interface NotificationSetting {
  user_id: Id
  event_reminder: Flag
  room_news: Flag
  message: Flag
  payment: Flag
  ticket: Flag
  marketing: Flag
  quiet_hours: Flag
}
