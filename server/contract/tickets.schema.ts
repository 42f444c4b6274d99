import * as z from 'zod'
import { DEVICE_KEY_WRONG } from './messages.ts'
import {
  ById,
  Instant,
  Member,
  Paging,
  Path,
  Payment,
  RoomRef,
  SeatStarted,
  TypedName,
  Yen,
} from './shared.schema.ts'
import { TicketWriting } from './ticket-writing.schema.ts'

export const DigitalTicket = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  venue: z.string(),
  opens_at: Instant,
  starts_at: Instant,
  valid_until: Instant,
  amount: Yen,
  capacity: z.int(),
  remaining: z.int(),
  image_path: Path,
  room: RoomRef,
  /** The viewer has one. */
  held: z.boolean(),
  no_transfer: z.boolean(),
  members_only: z.boolean(),
  /** Whoever was let in may go out and come back in. */
  reentry: z.boolean(),
  is_owner: z.boolean(),
  /** The owner has asked the viewer to work at the doors. */
  works_door: z.boolean(),
  status: z.enum(['draft', 'published', 'cancelled']),
  /** What a draft does not say yet: start, end, amount, capacity. */
  open_fields: z.array(z.string()),
})

export const IssuedTicket = z.object({
  id: z.string(),
  /** 整理番号, as it is printed. */
  number: z.string(),
  gate_hint: z.string(),
  status: z.enum(['valid', 'used', 'cancelled', 'transferred']),
  holder_name: z.string(),
  issued_at: Instant,
  used_at: Instant.nullable(),
  /** The name of the gate that let its holder in. */
  used_gate: z.string().nullable(),
  /** Nothing where it was given away: the new holder's is a new one. */
  credential: z.string(),
  /** To whom the holder has offered it, until they answer. */
  offered_to: Member.nullable(),
  ticket: DigitalTicket,
})

/** As those who work with it see it. */
export const OwnDigitalTicket = DigitalTicket.extend({
  number_prefix: z.string(),
  number_start: z.int(),
  /** Numbers that nobody gets, ascending. */
  number_skip: z.array(z.int()),
  /** Places sold, given, or kept for somebody who is paying. */
  taken: z.int(),
  /** Whether anybody ever had one: then its numbers stand. */
  was_issued: z.boolean(),
  /** People who have one today, and the yen that go back to buyers where it is called off. */
  holders: z.int(),
  refundable: Yen,
})

const InRoom = z.object({ roomid: z.string() })
const InRoomById = InRoom.extend({ id: z.string() })

export const shapes = {
  listDigitalTickets: { params: InRoom, query: Paging, output: z.array(DigitalTicket) },
  getDigitalTicket: { params: InRoomById, output: DigitalTicket },
  getOwnTicket: { params: InRoomById, output: OwnDigitalTicket },
  createTicket: { params: InRoom, body: TicketWriting, output: OwnDigitalTicket },
  changeTicket: { params: InRoomById, body: TicketWriting, output: OwnDigitalTicket },
  deleteTicket: { params: InRoomById },
  cancelTicket: { params: InRoomById, output: z.object({ message: z.string() }) },
  giveTicket: {
    params: InRoomById,
    body: z.object({ name: TypedName }),
    output: z.object({ number: z.string() }),
  },
  startTicketJoin: { params: ById, body: z.object(Payment), output: SeatStarted },
  joinTicket: {
    params: ById,
    body: z.object({ paymentIntentId: z.string().optional() }),
    output: z.object({ digital_ticket_id: z.string(), ticket_id: z.string(), number: z.string() }),
  },
  listIssued: { query: Paging, output: z.array(IssuedTicket) },
  bindDevice: {
    params: ById,
    /** A point of P-256, raw (65 bytes), base64url. */
    body: z.object({ public_key: z.string().regex(/^[\w-]{87}$/, DEVICE_KEY_WRONG) }),
    output: IssuedTicket,
  },
  getIssued: { params: ById, output: IssuedTicket },
  tearTicket: {
    params: ById,
    /** `id` is the phone's own name for it; both instants are of the phone's clock. */
    body: z.object({ id: z.uuid(), torn_at: Instant, sent_at: Instant }),
    output: IssuedTicket,
  },
  getTicketCalendar: { params: InRoom.extend({ id: z.string() }) },
}
