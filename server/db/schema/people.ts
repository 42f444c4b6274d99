import type { Flag, Id, Instant, Json } from './types.ts'

export interface User {
  id: Id
  /** The public handle, and the id of the user's room on the wire. */
  name: string
  /** The handle with look-alike characters unified; unique, to prevent impersonation. */
  name_skeleton: string
  display_name: string
  email: string
  email_verified_at: Instant | null
  password_hash: string | null
  about: string
  icon_path: string | null
  icon_small_path: string | null
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
  created_at: Instant
  updated_at: Instant
}

export interface Identity {
  id: Id
  user_id: Id
  provider: 'twitter' | 'line'
  subject: string
  created_at: Instant
}

export interface Passkey {
  id: Id
  user_id: Id
  credential_id: string
  public_key: string
  counter: number
  transports: Json
  name: string
  created_at: Instant
  last_used_at: Instant | null
}

/** A browser that has logged in, by the hash of its cookie. */
export interface KnownDevice {
  user_id: Id
  hash: string
  last_used_at: Instant
}

/** Wrong passwords since `started_at`, by the hash of their throttle key. */
export interface PasswordAttempt {
  key: string
  attempts: number
  started_at: Instant
}

/** A login on a device, and its family of refresh tokens, which are revoked together. */
export interface Session {
  id: Id
  user_id: Id
  device: string
  created_at: Instant
  last_seen_at: Instant
  revoked_at: Instant | null
  /** Last confirmation of the password. */
  confirmed_at: Instant | null
}

export interface RefreshToken {
  token_hash: string
  session_id: Id
  /** Hash of the token that replaced it. */
  successor_hash: string | null
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
    | 'social_away'
    | 'social_back'
  payload: Json
  expires_at: Instant
  used_at: Instant | null
  created_at: Instant
}

/** Former handles, which redirect permanently. */
export interface NameHistory {
  name: string
  /** Like a user's `name_skeleton`. */
  skeleton: string
  user_id: Id
  changed_at: Instant
}

/** A handle that cannot be used any more, as the hash of its skeleton. */
export interface RetiredName {
  hash: string
}

export interface Follow {
  follower_id: Id
  followee_id: Id
  created_at: Instant
}

export interface ProfileLink {
  id: Id
  user_id: Id
  title: string
  url: string
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
