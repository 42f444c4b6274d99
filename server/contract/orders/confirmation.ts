import type { Event } from '../events/calls.ts'
import { kindName } from '../events/live-only.ts'
import { inJapan } from '../lib/japan-time.ts'
import { GUARDIAN_AGREES } from '../payments/messages.ts'
import { type Discount, discountedPrice, discountLabel } from '../promotions/discount.ts'
import type { DigitalTicket } from '../tickets/calls.ts'
import { typedTitle } from '../tickets/ticket-type.ts'
import { BY_KONBINI, SALE_RULES, saleRules, taxIncluded } from './sale-rules.ts'

/** One line of the final confirmation (最終確認): the buyer sees it, and the order keeps it as it was. */
export interface ConfirmationLine {
  label: string
  text: string
}

const day = inJapan({ month: 'long', day: 'numeric', weekday: 'short' })
const time = inJapan({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayOfMonth = inJapan({ day: 'numeric' })
/** An instant, as buyers are told it. */
export const momentLabel = (instant: string) => `${day(instant)} ${time(instant)}（日本時間）`
const moment = momentLabel

/** The last line for a minor, whose guardian has to agree to all lines before it. */
export const guardianLine: ConfirmationLine = { label: '保護者の同意', text: GUARDIAN_AGREES }

/** Last day that every month has: who joins on the 31st is renewed on the last day of each month. */
const LAST_SAFE_DAY = 28

/** The terms of a membership of `amount` yen a month that begins at `now`. */
export function membershipTerms(amount: number, now: string) {
  const of = Number(dayOfMonth(now).replace(/\D/g, ''))
  const each = of > LAST_SAFE_DAY ? `毎月${of}日（ない月は末日）` : `毎月${of}日`
  return { amount, today: day(now), each }
}

/** Confirmation of a monthly payment of `amount` yen that starts at `now`. */
export const roomConfirmation = (amount: number, now: string): ConfirmationLine[] => [
  { label: 'お支払い', text: `月額 ${taxIncluded(amount)}` },
  ...saleRules('room', membershipTerms(amount, now)),
]

/** An amount in a confirmation. */
const sumText = (amount: number) => (amount === 0 ? '無料' : taxIncluded(amount))

/**
 * The sums of a ticket that is bought together with the membership that it needs, at `now`. What is promised about each
 * stands in its own confirmation, which follows and which its order keeps.
 */
export function jointSums(
  amounts: { ticket: number; room: number },
  now: string,
): ConfirmationLine[] {
  const { ticket, room } = amounts
  const { each } = membershipTerms(room, now)
  return [
    { label: '本日の合計', text: sumText(ticket + room) },
    { label: 'チケット', text: sumText(ticket) },
    { label: 'ルーム参加', text: room === 0 ? '無料' : `月額 ${taxIncluded(room)}` },
    ...(room > 0
      ? [
          {
            label: '次回から',
            text: `${each}に、参加費の${taxIncluded(room)}だけを、退会されるまで自動でお支払いいただきます。`,
          },
        ]
      : []),
    ...(room > 0 && ticket > 0
      ? [
          {
            label: '明細の件数',
            text: '参加費とチケットの2件に分けて、続けてお支払いいただきます。',
          },
        ]
      : []),
  ]
}

/** Confirmation of a membership without a fee. */
export const FREE_ROOM: ConfirmationLine[] = [
  { label: 'お支払い', text: '無料' },
  { label: '退会', text: 'いつでもできます' },
]

/** Confirmation of paying an overdue month; `since`: when the month began. */
export function pastDueConfirmation(amount: number, since: string | null): ConfirmationLine[] {
  const { room_leaving } = SALE_RULES
  return [
    { label: 'お支払い', text: taxIncluded(amount) },
    { label: '内容', text: since ? `${day(since)}からの1か月分の参加費` : '1か月分の参加費' },
    { label: '支払時期', text: '本日、クレジットカードで' },
    { label: '次回から', text: 'このカードで毎月自動で更新されます' },
    { label: room_leaving.label, text: room_leaving.text() },
  ]
}

/** `liveOnly`: of an event that is sold in two kinds (`asSold`), whether the archive is not bought; null: of no such event. */
type Streamed = Pick<Event, 'start' | 'archive_days'> & { liveOnly?: boolean | null }

/** How the seat of a ticket came to be sold. */
interface Seat {
  /** 公式リセール of the ticket; missing in an offline copy of the last release. */
  resale?: boolean
  resale_until?: string | null
  /** Until when the seat is held for the buyer, who waited for it or won it (`drawn`). */
  held_until?: string | null
  drawn?: boolean
}

const seatTerms = ({ resale = false, resale_until, held_until, drawn = false }: Seat) => ({
  resold: resale,
  resaleUntil: resale_until ? moment(resale_until) : null,
  heldUntil: held_until ? moment(held_until) : null,
  drawn,
})

/** When an event can be watched. */
export const eventTerms = ({ start, archive_days, liveOnly = null }: Streamed) => ({
  provided: moment(start),
  archiveDays: archive_days,
  liveOnly,
})

/** Of a payment by card, the line of the card's statement says it. */
const methodLine = (payUntil: string | null): ConfirmationLine[] =>
  payUntil === null ? [] : [{ label: '支払方法', text: BY_KONBINI }]

/** Confirmation of buying an event ticket. `payUntil`: deadline of a payment in a convenience store. */
export const eventConfirmation = (
  event: Streamed & Pick<Event, 'amount' | 'sales_end'> & Seat,
  payUntil: string | null = null,
): ConfirmationLine[] => [
  { label: 'お支払い', text: taxIncluded(event.amount) },
  { label: '内容', text: `${typedTitle('視聴チケット', kindName(event.liveOnly ?? null))} 1枚` },
  ...methodLine(payUntil),
  ...saleRules('event', {
    ...eventTerms(event),
    until: moment(event.held_until ?? event.sales_end),
    payUntil: payUntil && moment(payUntil),
    ...seatTerms(event),
  }),
]

/** `type`, `sales_end`: of a ticket that is sold by types (`asTyped`). `seats`: with those of companions. */
type Entrance = Pick<DigitalTicket, 'amount' | 'venue' | 'opens_at' | 'starts_at'> & {
  seats?: number
  type?: { name: string; note: string }
  sales_end?: string
  /** The code that is used for all seats. */
  promotion?: (Discount & { code: string }) | null
}

/** The type that is bought, and what its holder is asked for at the door. */
const typeLines = ({ type }: Entrance): ConfirmationLine[] =>
  type
    ? [
        { label: '券種', text: type.name },
        ...(type.note ? [{ label: '受付での確認', text: type.note }] : []),
      ]
    : []

type Rules = Entrance & { no_transfer: unknown; named: unknown } & Seat

/** Yen of all seats: the price, and what is paid with the code. */
export function entrySums({
  amount,
  seats = 1,
  promotion,
}: Pick<Rules, 'amount' | 'seats' | 'promotion'>) {
  const each = promotion ? discountedPrice(amount, promotion) : amount
  return { price: amount * seats, paid: each * seats, discount: (amount - each) * seats }
}

const PRICE_LABEL = '価格'
const DISCOUNT_LABEL = '割引'

/** What a confirmation says of the price and what a code takes off; empty without a code. */
export const discountLines = (lines: readonly ConfirmationLine[]) =>
  lines.filter(({ label }) => label === PRICE_LABEL || label === DISCOUNT_LABEL)

/** How the sum is made of prices, seats and a code. */
function sumLines(ticket: Rules): ConfirmationLine[] {
  const { amount, seats = 1, promotion } = ticket
  const { discount } = entrySums(ticket)
  const label = promotion ? PRICE_LABEL : '内訳'
  return [
    ...(amount > 0 && (seats > 1 || promotion)
      ? [{ label, text: `${taxIncluded(amount)}${seats > 1 ? ` × ${seats}枚` : ''}` }]
      : []),
    ...(promotion
      ? [
          {
            label: discount > 0 ? DISCOUNT_LABEL : 'コード',
            text:
              discount > 0
                ? `−¥${discount.toLocaleString('ja-JP')}（${discountLabel(promotion)}のコード ${promotion.code}）`
                : `${discountLabel(promotion)}のコード ${promotion.code}`,
          },
        ]
      : []),
  ]
}

/** What the rules of an entry ticket depend on. */
function entryTerms(ticket: Rules, payUntil: string | null) {
  const { opens_at, starts_at, sales_end = starts_at, held_until, seats = 1, promotion } = ticket
  const { paid, discount } = entrySums(ticket)
  const terms = seatTerms(ticket)
  return {
    ...terms,
    amount: paid,
    payUntil: payUntil && moment(payUntil),
    provided: `${day(opens_at)} ${time(opens_at)} 開場、${time(starts_at)} 開演（日本時間）`,
    until: moment(held_until ?? sales_end),
    // Only a single ticket at its full price is taken back.
    resaleUntil: paid > 0 && seats === 1 && discount === 0 ? terms.resaleUntil : null,
    seats,
    noTransfer: Boolean(ticket.no_transfer),
    named: Boolean(ticket.named),
    coded: Boolean(promotion),
    typed: ticket.type !== undefined,
  }
}

/** Confirmation of an entry ticket. `payUntil`: deadline of a payment in a convenience store. */
export function digitalTicketConfirmation(
  ticket: Rules,
  payUntil: string | null = null,
): ConfirmationLine[] {
  return [
    { label: 'お支払い', text: sumText(entrySums(ticket).paid) },
    ...sumLines(ticket),
    { label: '内容', text: `入場チケット（電子チケット） ${ticket.seats ?? 1}枚` },
    ...typeLines(ticket),
    { label: '会場', text: ticket.venue },
    ...methodLine(payUntil),
    ...saleRules('digital_ticket', entryTerms(ticket, payUntil)),
  ]
}
