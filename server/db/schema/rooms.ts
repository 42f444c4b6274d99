import type {
  Code,
  Flag,
  Id,
  Instant,
  PersonalFile,
  PersonalText,
  ProviderRef,
  PublicText,
  Unexported,
  Yen,
} from './types.ts'

/** One room per user; on the wire its id is its owner's name. */
export interface Room {
  id: Id
  owner_id: Id
  title: PublicText<'owner_id'>
  about: PublicText<'owner_id'>
  /** Separated by blanks. */
  tags: PublicText<'owner_id'>
  /** Yen per month; 0 is free. */
  amount: Yen
  /** 1 open, 8 closed to new members, 9 suspended by the operator. */
  state: 1 | 8 | 9
  header_image_path: PersonalFile<'owner_id'> | null
  icon_image_path: PersonalFile<'owner_id'> | null
  /** Color of the room's picture, `#RRGGBB`. */
  tint: Code | null
  /** One of the list in the contract; null if none was chosen. */
  genre: Code | null
  subscribers: number
  last_posted_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

/** The tags of a room, in the form in which they are looked up. */
export interface RoomTag {
  tag: Unexported<PersonalText<'room_id'>, 'made from the tags of the room'>
  room_id: Id
}

export interface RoomMenu {
  id: Id
  room_id: Id
  title: PublicText<'room_id'>
  url: PersonalText<'room_id'>
  position: number
}

/** A picture for the talks of a room. */
export interface Stamp {
  id: Id
  room_id: Id
  name: PublicText<'room_id'>
  image_path: PersonalFile<'room_id'>
  position: number
  created_at: Instant
}

export interface RoomStaff {
  room_id: Id
  user_id: Id
  role: 'moderator' | 'door'
  created_at: Instant
}

/**
 * One row per person and room, kept after they leave. `incomplete`: locked because a renewal was not paid in time;
 * the subscription still exists, and paying opens the room again.
 */
export interface Membership {
  id: Id
  room_id: Id
  user_id: Id
  /** `incomplete`: unpaid and locked, in rows of releases before; the next sync ends it. */
  status: 'active' | 'past_due' | 'incomplete' | 'left'
  amount: Yen
  /** End of the paid period. */
  current_period_end: Instant | null
  cancel_at_period_end: Flag
  subscription_ref: ProviderRef | null
  /** Last visit: later threads are unread. */
  last_seen_at: Instant
  joined_at: Instant
  /** Since when the member gets no news of the room; null: they get them. */
  muted_at: Instant | null
  left_at: Instant | null
  /** Start of past due. */
  past_due_at: Instant | null
  /** Number of past due emails sent. */
  reminders: number
  /** Our last query at the provider. */
  looked_at: Instant | null
  /** Id of the last stored sync with the provider: results of syncs that started before it are stale. */
  look: Id | null
  /**
   * The platform fee set at the provider for the next renewal; null while it is being changed, or without a renewal.
   */
  fee_percent: number | null
}

export interface RoomClosing {
  id: Id
  room_id: Id
  state: 'running' | 'done'
  started_at: Instant
  finished_at: Instant | null
}
