import type {
  DigitalTicket,
  Entrant,
  IssuedTicket,
  IssuedType,
  OwnDigitalTicket,
} from '#contract/tickets/calls.ts'
import type { TicketOffer } from '#contract/transfers/calls.ts'
import { numbersOf } from '#server/db/json.ts'
import { isListedSeatNext } from '#server/features/orders/waitlist/policy.ts'
import { hasMember, presentMember } from '#server/features/profile/member.ts'
import { presentRoomRef } from '#server/features/rooms/present.ts'
import { publicUrl } from '#server/media/media-url.ts'
import type { ShownCompanions } from './companions/present.ts'
import type { OfferRow } from './holding/transfer-queries.ts'
import { openTicketFieldsOf } from './owning/plan.ts'
import type { IssuedRow, TicketRow } from './queries.ts'

export const presentTicket = (row: TicketRow, viewerId: string): DigitalTicket => ({
  id: row.id,
  title: row.title,
  about: row.about,
  venue: row.venue,
  opens_at: row.opens_at,
  starts_at: row.starts_at,
  valid_until: row.valid_until,
  amount: row.amount,
  capacity: row.capacity,
  // Who waits for one type leaves the others on sale: the types say how many of each.
  remaining: row.waiting > 0 && !row.has_types ? 0 : row.capacity - row.taken,
  offer_hours: row.offer_hours,
  move_wait_hours: row.move_wait_hours,
  resale_until: row.resale_until,
  resale: row.waiting === 0 && !row.has_types && isListedSeatNext(row),
  konbini_days: row.takes_konbini ? row.konbini_days : 0,
  max_seats: row.max_seats,
  image_path: publicUrl(row.image_path),
  lottery: presentSaleOf(row),
  room: presentRoomRef(row),
  held: Boolean(row.is_held),
  no_transfer: row.no_transfer === 1,
  named: row.named === 1,
  members_only: row.members_only === 1,
  reentry: row.reentry === 1,
  is_owner: row.owner_id === viewerId,
  works_door: Boolean(row.works_door),
  status: row.status,
  open_fields: openTicketFieldsOf(row),
})

/** The lottery by which it is sold; null: none. */
const presentSaleOf = ({ applied_from, closes_at, announced_at, ends_at, ...row }: TicketRow) =>
  applied_from === null || closes_at === null || announced_at === null || ends_at === null
    ? null
    : {
        ...{ opens_at: applied_from, closes_at, announced_at, ends_at },
        buy_days: row.buy_days ?? 0,
        max_group: row.max_group ?? 1,
        members_first: row.members_first === 1,
        then_sold: row.then_sold === 1,
      }

/** For a transferred ticket without anything later: neither the new code nor its use. */
export function presentIssued(
  row: IssuedRow,
  viewerId: string,
  companions: ShownCompanions,
): IssuedTicket {
  const isHolder = row.holder_id === viewerId
  return {
    id: row.issued_id,
    number: row.number,
    gate_hint: row.gate_hint,
    status: isHolder ? row.issued_status : 'transferred',
    holder_name: row.holder_name,
    issued_at: row.issued_at,
    used_at: isHolder ? row.used_at : null,
    used_gate: isHolder ? row.used_gate : null,
    credential: isHolder ? row.credential : '',
    offered_to:
      isHolder && row.issued_status === 'valid' && hasMember(row) ? presentMember(row) : null,
    entrant: isHolder ? presentEntrant(row) : null,
    resold: row.resold_id !== null,
    paper_name: row.paper_name,
    moves_from: isHolder ? row.moves_from : null,
    released: isHolder && row.moves_from !== null && row.moves_to === null,
    type: presentIssuedType(row),
    ...companions,
    ticket: presentTicket(row, viewerId),
  }
}

type TypeColumns = Pick<
  IssuedRow,
  'type_name' | 'type_note' | 'type_color' | 'paid_amount' | 'paid_seats'
>

const presentIssuedType = (row: TypeColumns): IssuedType | null =>
  row.type_name === null || row.type_color === null
    ? null
    : {
        name: row.type_name,
        note: row.type_note ?? '',
        color: row.type_color,
        amount: (row.paid_amount ?? 0) / (row.paid_seats ?? 1),
      }

/** Null without a row. */
type EntrantColumns = Record<'needs' | 'entrant_name' | 'entrant_contact', string | null>

/** Null if nothing was told. */
export const presentEntrant = (row: EntrantColumns): Entrant | null =>
  row.needs === null
    ? null
    : { needs: row.needs, name: row.entrant_name ?? '', contact: row.entrant_contact ?? '' }

export const presentOffer = (row: OfferRow, viewerId: string): TicketOffer => ({
  id: row.issued_id,
  number: row.number,
  from: presentMember(row),
  offered_at: row.offered_at,
  type: presentIssuedType(row),
  ticket: presentTicket(row, viewerId),
})

export const presentOwn = (
  row: TicketRow,
  viewerId: string,
  wasIssued: boolean,
  totals: Pick<OwnDigitalTicket, 'holders' | 'refundable' | 'resold' | 'wanted'>,
  types: OwnDigitalTicket['types'],
): OwnDigitalTicket => ({
  ...presentTicket(row, viewerId),
  types,
  takes_code: Boolean(row.has_codes),
  konbini_days: row.konbini_days,
  number_prefix: row.number_prefix,
  number_start: row.number_start,
  number_skip: numbersOf(row.number_skip),
  taken: row.taken + row.listed,
  waiting: row.waiting,
  listed: row.listed,
  was_issued: wasIssued,
  ...totals,
})
