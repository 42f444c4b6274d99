import type { UsableCode } from '#contract/promotions/calls.ts'
import { discountedPrice } from '#contract/promotions/discount.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { withPresale } from '#contract/tickets/ticket-type.ts'

/** The code, if it is good for this type of the ticket; null: it is not, or there is none. */
export const codeFor = (code: UsableCode | null, type: string): UsableCode | null =>
  code && (code.types.length === 0 || code.types.includes(type)) ? code : null

/** The ticket as it is sold to the owner of a code: a sale that the code opens has begun (先行). */
export const withPresales = (ticket: TicketOnSale, code: UsableCode | null): TicketOnSale =>
  code?.presale
    ? {
        ...ticket,
        types: ticket.types.map((type) =>
          withPresale(type, codeFor(code, type.id) ? code.valid_from : null),
        ),
      }
    : ticket

/** Yen of one seat with the code. */
export const priceWith = (price: number, code: UsableCode | null) =>
  code ? discountedPrice(price, code) : price

/** Seats that a buyer can take with the code. */
export const seatsWith = (seats: number, code: UsableCode | null) =>
  Math.min(seats, code?.left ?? seats)
