import type { Flag, Id, Instant, Yen } from './types.ts'

/** One room a user; on the wire its id is its owner's name. */
export interface Room {
  id: Id
  owner_id: Id
  title: string
  about: string
  /** Yen a month; 0 is free. */
  amount: Yen
  /** 1 open, 8 closed to new members, 9 suspended by the operator. */
  state: 1 | 8 | 9
  header_image_path: string | null
  icon_image_path: string | null
  /** The colour of the room's picture, `#RRGGBB`. */
  tint: string | null
  subscribers: number
  last_posted_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

export interface RoomMenu {
  id: Id
  room_id: Id
  title: string
  url: string
  position: number
}

export interface RoomStaff {
  room_id: Id
  user_id: Id
  role: 'moderator' | 'door'
  created_at: Instant
}

/**
 * One row a person and room; it stays when they leave. `incomplete`: locked, as a renewal was not paid in time; the
 * subscription is still there, and paying opens the room again.
 */
export interface Membership {
  id: Id
  room_id: Id
  user_id: Id
  status: 'active' | 'past_due' | 'incomplete' | 'left'
  amount: Yen
  /** The end of what is paid. */
  current_period_end: Instant | null
  cancel_at_period_end: Flag
  subscription_ref: string | null
  /** When the member last looked: what came later is new to them. */
  last_seen_at: Instant
  joined_at: Instant
  left_at: Instant | null
  /** Since when a renewal is owed. */
  past_due_at: Instant | null
  /** How many mails about that were sent. */
  reminders: number
  /** When the provider was last asked about it, by us. */
  looked_at: Instant | null
  /** The look at the provider that was written last: what began to look before it is stale. */
  look: Id | null
  /** The platform's share that the provider takes of the next renewal; null while it is changed, or without one. */
  fee_percent: number | null
}

export interface RoomClosing {
  id: Id
  room_id: Id
  state: 'running' | 'done'
  started_at: Instant
  finished_at: Instant | null
}
