import type {
  Code,
  Flag,
  Id,
  Instant,
  Json,
  PersonalFile,
  PersonalSecret,
  PersonalText,
  PublicText,
  Retained,
  Secret,
  Unexported,
  Yen,
} from './types.ts'

export interface DigitalTicket {
  id: Id
  room_id: Id
  title: Retained<PublicText<'room_id'>, 'on the receipts of its buyers'>
  about: PublicText<'room_id'>
  venue: PublicText<'room_id'>
  opens_at: Instant
  starts_at: Instant
  valid_until: Instant
  amount: Yen
  capacity: number
  taken: number
  /** People in the line for a seat; while there are any, a free seat is sold to nobody else. */
  waiting: number
  /** Hours for which a seat is offered to the next of them. */
  offer_hours: number
  /** Hours before a device that the current one did not release shows a ticket; 0: none. */
  move_wait_hours: number
  /** Until when tickets may be given back and sold by 公式リセール; null: not at all. */
  resale_until: Instant | null
  /** Tickets given back and not sold yet: valid, but their seats do not count as taken. */
  listed: number
  /** Days within which a ticket may be paid in a convenience store; 0: by card only. */
  konbini_days: number
  /** Seats that one purchase may take: the buyer's own, and those of companions. */
  max_seats: number
  members_only: Flag
  no_transfer: Flag
  /** 特定興行入場券: holders give their name and contact. */
  named: Flag
  reentry: Flag
  image_path: PersonalFile<'room_id'> | null
  number_prefix: Retained<PersonalText<'room_id'>, 'printed on the tickets'>
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

/** 券種: a price of an entry ticket, with its places and conditions. A ticket without one has one price for all. */
export interface TicketType {
  id: Id
  digital_ticket_id: Id
  position: number
  name: Retained<PublicText<'digital_ticket_id'>, 'on the receipts of its buyers'>
  amount: Yen
  /** Its own places; null: it shares those of the ticket. */
  capacity: number | null
  /** Places sold, given, or reserved. */
  taken: number
  /** People in the line for it, and its listed tickets, as those of the ticket. */
  waiting: number
  listed: number
  /** Null: as the ticket. */
  sales_from: Instant | null
  sales_until: Instant | null
  /** Tickets of this type that one person may get; null: no limit. */
  per_person: number | null
  /** Null: for everybody; 0: for members of the room; else for those who are for so many months. */
  member_months: number | null
  /** What staff check at the door. */
  note: PublicText<'digital_ticket_id'>
  color: 'gray' | 'red' | 'orange' | 'green' | 'blue' | 'purple'
  /** The owner sells it no more. */
  closed: Flag
  /** 記号 of its own series of 整理番号; null: its tickets are numbered with those of the ticket. */
  number_prefix: Retained<PersonalText<'digital_ticket_id'>, 'printed on the tickets'> | null
  /** Which series of the ticket it is, from 1 on; null: the shared one. */
  number_series: number | null
  created_at: Instant
}

export interface CredentialKey {
  id: Id
  digital_ticket_id: Id
  public_key: Secret
  private_key_sealed: Secret
  created_at: Instant
  retired_at: Instant | null
}

export interface IssuedTicket {
  id: Id
  digital_ticket_id: Id
  holder_id: Id
  order_id: Id | null
  /** Null: of a ticket without types. */
  ticket_type_id: Id | null
  /** Place in its series, after those of the series before: in order of `series`, then of the numbers. */
  seq: number
  /** 整理番号, as printed. */
  number: Retained<PersonalText<'holder_id'>, 'the number of an admission'>
  gate_hint: Unexported<PersonalText<'digital_ticket_id'>, 'the copy of a text in the export'>
  status: 'valid' | 'used' | 'cancelled' | 'transferred'
  credential: Secret
  /** Generation of the code: gates refuse earlier ones. */
  generation: number
  hash: Secret
  issued_at: Instant
  used_at: Instant | null
  used_gate_id: Id | null
}

/**
 * A seat of a purchase beside the buyer's own (同行者). Not `cancelled`, it counts as taken until it is accepted: then its
 * issued ticket does.
 */
export interface CompanionSeat {
  id: Id
  /** The ticket with which it was bought: its holder sends the link. */
  leader_id: Id
  digital_ticket_id: Id
  /** Of its issued ticket, from `accepted` on; before, doors know the seat by the same `hash`. */
  ticket_id: Id
  hash: Secret
  /** Sequence number of its 整理番号. */
  seq: number
  /** `admitted`: at a door with the leader, without a ticket of its own. `cancelled`: ended with the leader's ticket. */
  state: 'open' | 'accepted' | 'admitted' | 'cancelled'
  /** Of the secret in the link; null: none was made, or it was taken back. */
  link_hash: Secret | null
  admitted_at: Instant | null
  admitted_gate_id: Id | null
  created_at: Instant
}

/** What the holder of an entry ticket tells its owner; stored when the purchase starts. */
export interface Entrant {
  digital_ticket_id: Id
  user_id: Id
  /** 配慮の希望; may be empty. */
  needs: PersonalText<'user_id'>
  /** Of a named ticket, else empty. */
  name: PersonalText<'user_id'>
  contact: PersonalText<'user_id'>
  created_at: Instant
}

/** A second code of a ticket, printed by its holder. */
export interface PaperTicket {
  issued_ticket_id: Id
  /** The holder who printed it. */
  user_id: Id
  /** As in the holder's papers, which staff compare. */
  name: PersonalText<'user_id'>
  credential: Secret
  /** Generation of the ticket's code when it was printed. */
  generation: number
  created_at: Instant
}

export interface DeviceBinding {
  id: Id
  issued_ticket_id: Id
  public_key: PersonalSecret<'issued_ticket_id'>
  thumbprint: PersonalSecret<'issued_ticket_id'>
  created_at: Instant
  revoked_at: Instant | null
  /** From then on another device may show the ticket; null: none has asked, and this one has not released it. */
  moves_from: Instant | null
  /** The key of the device that asked; null: this one released it to any. */
  moves_to: PersonalSecret<'issued_ticket_id'> | null
  /**
   * The reason: the device itself released the ticket, or the holder proved who they are. Null of a request before proofs
   * were needed, which is void.
   */
  moves_by: 'release' | 'passkey' | 'mail' | null
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
  name: PersonalText<'digital_ticket_id'>
  range_from: number | null
  range_to: number | null
  invite_hash: Secret
  token_hash: Secret | null
  public_key: Secret | null
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
  nonce: Code
  seq: number
  ticket_hash: Secret
  did: 'admit' | 'refuse' | 'override' | 'undo' | 'reenter'
  reason: Code
  signature: Secret
  /** By the phone's clock. */
  scanned_at: Instant
  /** By the server's clock; null for lines from before this was stored. */
  happened_at: Instant | null
  received_at: Instant
}
