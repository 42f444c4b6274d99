import * as z from 'zod'
import { field, flag, moment, picture, price, text, tooMany, whole } from './form.schema.ts'
import { NAME_MAX, NUMBER_MAX, TICKET_MAX } from './limits.ts'
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
  Yen,
} from './shared.schema.ts'

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
  is_owner: z.boolean(),
  status: z.enum(['draft', 'published', 'cancelled']),
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

/** A ticket that somebody wants to give to the viewer. */
export const TicketOffer = z.object({
  /** Of the issued ticket. */
  id: z.string(),
  number: z.string(),
  from: Member,
  offered_at: Instant,
  ticket: DigitalTicket,
})

/** As those who work with it see it. */
export const OwnDigitalTicket = DigitalTicket.extend({
  reentry: z.boolean(),
  number_prefix: z.string(),
  number_start: z.int(),
  /** Numbers that nobody gets, ascending. */
  number_skip: z.array(z.int()),
  /** Places sold, given, or kept for somebody who is paying. */
  taken: z.int(),
  /** Whether anybody ever had one: then its numbers stand. */
  was_issued: z.boolean(),
})

const SKIP_WRONG = '欠番は「4, 9, 40-49」のように入力してください'
/** `4, 9, 40-49` as the numbers that it means. */
const skipped = text.transform((written, { addIssue }) => {
  const numbers = new Set<number>()
  for (const part of written.split(/[,、\s]+/).filter(Boolean)) {
    const [from, to] = part.split('-').map(Number)
    const last = to ?? from!
    const isGood = /^\d{1,6}(-\d{1,6})?$/.test(part) && last - from! < TICKET_MAX.skipped
    if (isGood) for (let one = from!; one <= last; one++) numbers.add(one)
    if (!isGood || last < from! || numbers.size > TICKET_MAX.skipped) {
      addIssue(SKIP_WRONG)
      return z.NEVER
    }
  }
  return [...numbers].sort((a, b) => a - b)
})

const limited = (what: string, most: number) =>
  text.pipe(z.string().max(most, { error: tooMany(what, most) }))
const count = (what: string, least: number, most: number) =>
  whole(least, most, `${what}は${least}〜${most.toLocaleString('ja')}の整数で入力してください`)

/** What an owner says of a ticket. What is left out, or empty, stays as it is, but for what may be empty. */
const Writing = z.object({
  title: field(limited('タイトル', TICKET_MAX.title)),
  about: limited('説明', TICKET_MAX.about).optional(),
  venue: field(limited('会場', TICKET_MAX.venue)),
  opens: field(moment('開場日時を正しく入力してください')),
  start: field(moment('開演日時を正しく入力してください')),
  end: field(moment('終了日時を正しく入力してください')),
  amount: field(price),
  capacity: field(count('枚数', 1, TICKET_MAX.capacity)),
  members_only: field(flag('購入できる方を選んでください')),
  no_transfer: field(flag('譲渡の設定が正しくありません')),
  reentry: field(flag('再入場の設定が正しくありません')),
  number_prefix: limited('整理番号の頭につける文字', TICKET_MAX.prefix)
    .pipe(z.string().regex(/^(.*\D)?$/u, { error: '頭につける文字は、数字以外で終えてください' }))
    .optional(),
  number_start: field(count('整理番号の最初の番号', 1, NUMBER_MAX)),
  number_skip: skipped.optional(),
  status: field(z.enum(['draft', 'published'], { error: '公開の設定が正しくありません' })),
  image: picture,
})
export type TicketWriting = z.output<typeof Writing>

const InRoom = z.object({ roomid: z.string() })
const InRoomById = InRoom.extend({ id: z.string() })

export const shapes = {
  listDigitalTickets: { params: InRoom, query: Paging, output: z.array(DigitalTicket) },
  getDigitalTicket: { params: InRoomById, output: DigitalTicket },
  getOwnTicket: { params: InRoomById, output: OwnDigitalTicket },
  createTicket: { params: InRoom, body: Writing, output: OwnDigitalTicket },
  changeTicket: { params: InRoomById, body: Writing, output: OwnDigitalTicket },
  deleteTicket: { params: InRoomById },
  giveTicket: {
    params: InRoomById,
    body: z.object({ name: z.string().trim().min(1).max(NAME_MAX) }),
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
  offerTicket: {
    params: ById,
    body: z.object({ name: z.string().min(1).max(NAME_MAX) }),
    output: IssuedTicket,
  },
  withdrawOffer: { params: ById },
  listOffers: { query: Paging, output: z.array(TicketOffer) },
  acceptTicket: { params: ById, output: IssuedTicket },
  declineTicket: { params: ById },
  tearTicket: {
    params: ById,
    /** `id` is the phone's own name for it; both instants are of the phone's clock. */
    body: z.object({ id: z.uuid(), torn_at: Instant, sent_at: Instant }),
    output: IssuedTicket,
  },
  getTicketCalendar: { params: InRoom.extend({ id: z.string() }) },
}
