import type { Flag, Id, Instant, Json, Yen } from './types.ts'

export interface DigitalTicket {
  id: Id
  room_id: Id
  title: string
  about: string
  venue: string
  opens_at: Instant
  starts_at: Instant
  valid_until: Instant
  amount: Yen
  capacity: number
  taken: number
  members_only: Flag
  no_transfer: Flag
  reentry: Flag
  image_path: string | null
  number_prefix: string
  number_start: number
  number_skip: Json
  /** Version of its gates' plan. */
  plan_epoch: number
  /** Increases with each change of the gates' bundles; may increase without one. */
  door_changes: number
  /** Fields that a draft leaves open, by their names in the form. */
  open_fields: Json
  status: 'draft' | 'published' | 'cancelled'
  created_at: Instant
  updated_at: Instant
}

export interface CredentialKey {
  id: Id
  digital_ticket_id: Id
  public_key: string
  private_key_sealed: string
  created_at: Instant
  retired_at: Instant | null
}

export interface IssuedTicket {
  id: Id
  digital_ticket_id: Id
  holder_id: Id
  order_id: Id | null
  seq: number
  /** 整理番号, as printed. */
  number: string
  gate_hint: string
  status: 'valid' | 'used' | 'cancelled' | 'transferred'
  credential: string
  /** Generation of the code: gates refuse earlier ones. */
  generation: number
  hash: string
  issued_at: Instant
  used_at: Instant | null
  used_gate_id: Id | null
}

export interface DeviceBinding {
  id: Id
  issued_ticket_id: Id
  public_key: string
  thumbprint: string
  created_at: Instant
  revoked_at: Instant | null
}

export interface Transfer {
  id: Id
  issued_ticket_id: Id
  from_id: Id
  to_id: Id
  status: 'offered' | 'accepted' | 'declined' | 'withdrawn'
  created_at: Instant
  decided_at: Instant | null
}

/** もぎり by staff on the holder's own phone. */
export interface Tear {
  id: Id
  issued_ticket_id: Id
  holder_id: Id
  /** By the phone's clock. */
  torn_at: Instant
  /** By the server's clock. */
  happened_at: Instant
  received_at: Instant
}

export interface Gate {
  id: Id
  digital_ticket_id: Id
  name: string
  range_from: number | null
  range_to: number | null
  invite_hash: string
  token_hash: string | null
  public_key: string | null
  /** Epoch of the plan that its phone reported. */
  epoch: number
  /** Numbers assigned to it per epoch, since the plan that its phone uses. */
  held: Json
  admitted: number
  claimed_at: Instant | null
  /** Staff member who claimed it with their login, as long as they may work at gates; null: held by token. */
  claimed_by: Id | null
  last_sync_at: Instant | null
  revoked_at: Instant | null
  created_at: Instant
}

/** Log lines of gates, as signed by their devices; immutable. */
export interface GateLog {
  id: Id
  gate_id: Id
  nonce: string
  seq: number
  ticket_hash: string
  did: 'admit' | 'refuse' | 'override' | 'undo' | 'reenter'
  reason: string
  signature: string
  /** By the phone's clock. */
  scanned_at: Instant
  /** By the server's clock; null for lines from before this was stored. */
  happened_at: Instant | null
  received_at: Instant
}
