import * as z from 'zod'
import { LotterySale } from '../lottery/shapes.ts'
import { line, text, tooLongText } from '../shared/form.schema.ts'
import { Instant, Member, Path, RoomRef, Yen } from '../shared/shared.schema.ts'
import { ENTRANT_CONTACT } from './entrant-errors.ts'
import { ENTRANT_MAX, TYPE_COLORS } from './limits.ts'
import { ENTRANT_CONTACT_NEEDED } from './messages.ts'

/** What the holder tells the owner and the staff about their entry. */
export const Entrant = z.object({
  /** 配慮の希望; empty: none. */
  needs: z.string(),
  /** Of a 特定興行入場券, else empty; a gate without a login gets no contact. */
  name: z.string(),
  contact: z.string(),
})
export const EntrantName = line.pipe(
  z.string().max(ENTRANT_MAX.name, tooLongText('氏名', ENTRANT_MAX.name)),
)
/** Omitted fields stay as they are. */
export const EntrantInput = z.object({
  needs: text
    .pipe(z.string().max(ENTRANT_MAX.needs, tooLongText('配慮の希望', ENTRANT_MAX.needs)))
    .optional(),
  entrant_name: EntrantName.optional(),
  /** 電話番号、電子メールアドレスその他の連絡先. */
  entrant_contact: line
    .pipe(z.string().max(ENTRANT_MAX.contact, tooLongText('連絡先', ENTRANT_MAX.contact)))
    .refine((typed) => typed === '' || ENTRANT_CONTACT.test(typed), ENTRANT_CONTACT_NEEDED)
    .optional(),
})
export type EntrantInput = z.output<typeof EntrantInput>

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
  /** Tickets that anybody may buy: none while people wait for one. */
  remaining: z.int(),
  /** Hours for which a freed place is offered to a person who waits. */
  offer_hours: z.int(),
  /** Hours before a ticket moves to a device that the old one did not release. */
  move_wait_hours: z.int(),
  /** Until when tickets may be given back and sold by 公式リセール; null: not at all. */
  resale_until: Instant.nullable(),
  /** The next ticket that is sold was given back by another holder. */
  resale: z.boolean(),
  /** Days within which the ticket may be paid in a convenience store; 0: by card only. */
  konbini_days: z.int(),
  /** 抽選販売; null: it is sold to whoever comes first. */
  lottery: LotterySale.nullable(),
  /** Seats that one purchase may take: the buyer's, and those of companions. */
  max_seats: z.int(),
  image_path: Path,
  room: RoomRef,
  /** The viewer has a ticket. */
  held: z.boolean(),
  no_transfer: z.boolean(),
  /** 特定興行入場券: holders give their name and contact. */
  named: z.boolean(),
  members_only: z.boolean(),
  /** Holders may leave and reenter. */
  reentry: z.boolean(),
  is_owner: z.boolean(),
  /** The viewer is staff at the gates. */
  works_door: z.boolean(),
  status: z.enum(['draft', 'published', 'cancelled']),
  /** Fields that a draft leaves open: start, end, amount, capacity. */
  open_fields: z.array(z.string()),
})

const TypeColor = z.enum(TYPE_COLORS)

/** 券種: what an entry ticket is sold as. */
export const TicketType = z.object({
  id: z.string(),
  name: z.string(),
  amount: Yen,
  /** Its own places; null: it shares those of the ticket. */
  capacity: z.int().nullable(),
  /** Places that anybody may buy, by its own number and by the ticket's: none while people wait for it. */
  remaining: z.int(),
  /** The next one that is sold was given back by another holder. */
  resale: z.boolean(),
  /** Null: as the ticket. */
  sales_from: Instant.nullable(),
  sales_until: Instant.nullable(),
  /** Tickets that one person may get; null: no limit. */
  per_person: z.int().nullable(),
  /** Null: for everybody; 0: for members of the room; else for those who are for so many months. */
  member_months: z.int().nullable(),
  /** What staff check at the door; empty: nothing. */
  note: z.string(),
  color: TypeColor,
  /** The owner sells it no more. */
  closed: z.boolean(),
  /** Why the viewer may not buy it; null: they may, or nobody is logged in. */
  refused: z.enum(['members', 'months', 'limit']).nullable(),
})

/** A ticket as it is sold. */
export const TicketOnSale = DigitalTicket.extend({
  /** In the owner's order; empty: it has one price and one number of places. */
  types: z.array(TicketType),
  /** Some code (招待・割引・先行) may be good for it. */
  takes_code: z.boolean(),
})

/** The type of a bought ticket. */
export const IssuedType = z.object({
  name: z.string(),
  note: z.string(),
  color: TypeColor,
  /** Yen that were paid. */
  amount: Yen,
})

/** 同行者: a seat that its buyer hands over by a link. */
const CompanionSeat = z.object({
  id: z.string(),
  /** 整理番号. */
  number: z.string(),
  /** `open`: not handed over; `admitted`: entered with the buyer, without a ticket of its own. */
  state: z.enum(['open', 'accepted', 'admitted']),
  /** A link was made, and not taken back. */
  linked: z.boolean(),
  /** Who accepted it. */
  holder: Member.nullable(),
  /** When they, or an `admitted` one, entered. */
  used_at: Instant.nullable(),
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
  /** Name of the gate that admitted the holder. */
  used_gate: z.string().nullable(),
  /** Empty after a transfer: the new holder gets a new code. */
  credential: z.string(),
  /** Recipient of an open transfer offer. */
  offered_to: Member.nullable(),
  /** What the viewer, as the holder, told about their entry; null: nothing. */
  entrant: Entrant.nullable(),
  /** It was given back by 公式リセール, and another person bought it: it is not valid any more. */
  resold: z.boolean(),
  /** The name on its sheet of paper; null: none was printed. */
  paper_name: z.string().nullable(),
  /** From then on another device may show it; null: none has asked, and the current one has not released it. */
  moves_from: Instant.nullable(),
  /** Whether the device that shows it lets any other one show it. */
  released: z.boolean(),
  /** Null: of a ticket without types. */
  type: IssuedType.nullable(),
  /** Seats of the same purchase for others; empty: none, or the viewer is not its holder. */
  companions: z.array(CompanionSeat),
  /** With whose ticket it was bought; null: it is no companion's. */
  companion_of: Member.nullable(),
  ticket: DigitalTicket,
})

/** A digital ticket for its owner and staff. */
export const OwnDigitalTicket = TicketOnSale.extend({
  types: z.array(
    TicketType.extend({
      /** Places sold, given, or reserved for a payment in progress. */
      taken: z.int(),
      /** People who wait for it. */
      waiting: z.int(),
      /** Whether it was ever ordered or given: then it cannot be removed, nor renamed. */
      was_ordered: z.boolean(),
      /** 記号 of its own series of 整理番号; null: that of the ticket. */
      number_prefix: z.string().nullable(),
      /** Whether one was ever issued: then its 記号 cannot change. */
      was_issued: z.boolean(),
    }),
  ),
  number_prefix: z.string(),
  number_start: z.int(),
  /** Skipped numbers, ascending. */
  number_skip: z.array(z.int()),
  /** Places sold, given, or reserved for a payment in progress. */
  taken: z.int(),
  /** People who wait for a place, and the places that they want together. */
  waiting: z.int(),
  wanted: z.int(),
  /** Tickets that are listed for 公式リセール, and those that it sold. */
  listed: z.int(),
  resold: z.int(),
  /** Whether one was ever issued: then the numbering cannot change. */
  was_issued: z.boolean(),
  /** Current holders, and the yen refunded to buyers on a cancellation. */
  holders: z.int(),
  refundable: Yen,
})
