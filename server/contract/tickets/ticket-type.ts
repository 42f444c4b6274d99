import { salesStart } from '../shared/rules.ts'
import type { DigitalTicket, TicketType } from './calls.ts'
import { FEW_LEFT } from './limits.ts'

type Sold = Pick<DigitalTicket, 'starts_at' | 'valid_until'>
type Sale = Pick<TicketType, 'amount' | 'sales_from' | 'sales_until' | 'closed'>

/** The product's name with the one of its ticket type; `type`: null for a ticket without types. */
export const typedTitle = (title: string, type: string | null) =>
  type === null ? title : `${title}（${type}）`

/** When a type is sold first: as the owner set it, and not before its money could be held. Null: at once. */
export function typeSalesStart(
  { amount, sales_from }: Pick<Sale, 'amount' | 'sales_from'>,
  { valid_until }: Pick<Sold, 'valid_until'>,
): string | null {
  const first = salesStart(amount, valid_until)
  return first !== null && first > (sales_from ?? '') ? first : sales_from
}

/** When the sale of a type ends, never after the start of the event. */
export const typeSalesEnd = (
  { sales_until }: Pick<Sale, 'sales_until'>,
  { starts_at }: Pick<Sold, 'starts_at'>,
) => (sales_until !== null && sales_until < starts_at ? sales_until : starts_at)

/** A type as it is sold to the owner of a code that opens its sale at `from` (先行); null: it does not. */
export const withPresale = <T extends Pick<Sale, 'sales_from'>>(type: T, from: string | null): T =>
  from !== null && from < (type.sales_from ?? '') ? { ...type, sales_from: from } : type

/** Until when a ticket of a type may be given back: it is sold on in the sale of its type. Null: not at all. */
export const typeResaleUntil = (resale_until: string | null, sales_end: string) =>
  resale_until !== null && resale_until > sales_end ? sales_end : resale_until

/** The sale of a type: `early`: not yet; `over`: by time; `closed`: by the owner. */
export type TypeSale = 'early' | 'open' | 'over' | 'closed'

/** Whether a type is sold at an instant. */
export function typeSaleAt(type: Sale, ticket: Sold, now: string): TypeSale {
  if (type.closed) return 'closed'
  if (typeSalesEnd(type, ticket) <= now) return 'over'
  return (typeSalesStart(type, ticket) ?? '') > now ? 'early' : 'open'
}

/** A type as a fan sees it. */
export type TypeState = Exclude<TypeSale, 'open'> | 'plenty' | 'few' | 'soldOut'

export function typeStateOf(
  type: Sale & Pick<TicketType, 'remaining' | 'capacity'>,
  ticket: Sold,
  now: string,
): TypeState {
  const sale = typeSaleAt(type, ticket, now)
  if (sale !== 'open') return sale
  if (type.remaining <= 0) return 'soldOut'
  // A type with few places is not nearly sold out while all of them are free.
  const isUntouched = type.remaining === type.capacity
  return type.remaining <= FEW_LEFT && !isUntouched ? 'few' : 'plenty'
}

/** The ticket as one of its types sells it. */
export function asTyped<T extends Pick<DigitalTicket, 'starts_at' | 'resale_until'>>(
  ticket: T,
  type: TicketType,
) {
  const { amount, remaining, resale, name, note } = type
  const sales_end = typeSalesEnd(type, ticket)
  const resale_until = typeResaleUntil(ticket.resale_until, sales_end)
  return { ...ticket, amount, remaining, resale, sales_end, resale_until, type: { name, note } }
}
