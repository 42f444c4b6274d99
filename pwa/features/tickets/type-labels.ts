import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { type TypeState, typeSalesStart } from '#contract/tickets/ticket-type.ts'
import { dayAndTime, formatPrice, yen } from '#pwa/lib/format.ts'

/** What the state of a type is called. */
export function typeStateLabel(
  type: TicketType,
  state: TypeState,
  ticket: Pick<TicketOnSale, 'valid_until'>,
): string {
  switch (state) {
    case 'early': {
      const start = typeSalesStart(type, ticket)
      return start === null ? '販売前' : `販売前（${dayAndTime(start)}から）`
    }
    case 'plenty':
      return '販売中'
    case 'few':
      return `残りわずか（${type.remaining}枚）`
    case 'soldOut':
      return '売り切れ'
    case 'over':
    case 'closed':
      return '販売終了'
  }
}

/** For whom a type is; null: for everybody. */
export const forWhomLabel = ({ member_months }: Pick<TicketType, 'member_months'>) => {
  if (member_months === null) return null
  return member_months === 0
    ? 'ルームのメンバーのみ'
    : `ルームに参加して${member_months}か月以上の方のみ`
}

/** Why the viewer may not buy it. */
export const REFUSED_LABELS: Record<NonNullable<TicketType['refused']>, string> = {
  members: 'メンバーのみ',
  months: '参加の月数が足りません',
  limit: '枚数の上限です',
}

/** The conditions of a type, in one line. */
export const typeTerms = (type: TicketType) =>
  [
    forWhomLabel(type) ?? '',
    type.per_person === null ? '' : `お一人さま${type.per_person}枚まで`,
    type.sales_until === null ? '' : `${dayAndTime(type.sales_until)}まで販売`,
    type.note,
  ].filter(Boolean)

/** Types of a ticket; an offline copy of the last release has none. */
export const typesIn = ({ types }: { types?: TicketType[] }): TicketType[] => types ?? []

/** Whether nobody can buy a ticket any more, as all places of it or of each type are taken. */
export const isSoldOut = (ticket: { remaining: number; types?: TicketType[] }): boolean => {
  const types = typesIn(ticket)
  return (
    ticket.remaining <= 0 || (types.length > 0 && types.every(({ remaining }) => remaining <= 0))
  )
}

/** The price of a ticket, or the range of those of its types. */
export function ticketPrice(ticket: { amount: number; types?: TicketType[] }): string {
  const amounts = typesIn(ticket).map(({ amount }) => amount)
  if (amounts.length === 0) return formatPrice(ticket.amount)
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  if (least === most) return formatPrice(most)
  return `${least === 0 ? formatPrice(0) : yen(least)}〜${formatPrice(most)}`
}
