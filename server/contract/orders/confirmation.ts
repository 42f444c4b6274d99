import type { Event } from '../events/calls.ts'
import type { DigitalTicket } from '../tickets/calls.ts'

/** One line of the final confirmation (最終確認): the buyer sees it, and the order keeps it as it was. */
export interface ConfirmationLine {
  label: string
  text: string
}

const inJapan = (instant: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', ...format }).format(new Date(instant))
const day = (instant: string) =>
  inJapan(instant, { month: 'long', day: 'numeric', weekday: 'short' })
const time = (instant: string) =>
  inJapan(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}（税込）`

/** Last day that every month has: who joins on the 31st is renewed on the last day of each month. */
const LAST_SAFE_DAY = 28

/** Confirmation of a monthly payment of `amount` yen that starts at `now`. */
export function roomConfirmation(amount: number, now: string): ConfirmationLine[] {
  const of = Number(inJapan(now, { day: 'numeric' }).replace(/\D/g, ''))
  const each = of > LAST_SAFE_DAY ? `毎月${of}日（ない月は末日）` : `毎月${of}日`
  return [
    { label: 'お支払い', text: `月額 ${yen(amount)}` },
    { label: '初回', text: `本日 ${day(now)}、クレジットカード` },
    { label: '更新', text: `${each}に自動で更新されます` },
    {
      label: '退会',
      text: 'いつでもできます。次の更新日の前日まで見られます（日割りの返金はありません）',
    },
  ]
}

/** Confirmation of paying an overdue month; `since`: when the month began. */
export function pastDueConfirmation(amount: number, since: string | null): ConfirmationLine[] {
  return [
    { label: 'お支払い', text: yen(amount) },
    { label: '内容', text: since ? `${day(since)}からの1か月分の参加費` : '1か月分の参加費' },
    { label: '支払時期', text: '本日、クレジットカードで' },
    { label: '次回から', text: 'このカードで毎月自動で更新されます' },
    {
      label: '退会',
      text: 'いつでもできます。次の更新日の前日まで見られます（日割りの返金はありません）',
    },
  ]
}

/** Confirmation of buying an event ticket. */
export function eventConfirmation(
  event: Pick<Event, 'amount' | 'start' | 'archive_days'>,
): ConfirmationLine[] {
  const later =
    event.archive_days > 0 ? `見逃し配信は終了から${event.archive_days}日間` : '見逃し配信なし'
  return [
    { label: 'お支払い', text: yen(event.amount) },
    { label: '内容', text: '視聴チケット 1枚' },
    { label: '支払時期', text: 'お申し込みと同時に、クレジットカードで' },
    {
      label: '視聴',
      text: `${day(event.start)} ${time(event.start)} 配信開始（日本時間）、${later}`,
    },
    {
      label: 'キャンセル',
      text: 'ご購入後のキャンセルはできません。イベントが中止のときは全額を返金します',
    },
  ]
}

type Entrance = Pick<DigitalTicket, 'amount' | 'venue' | 'opens_at' | 'starts_at'>

/** Confirmation of buying an entry ticket. */
export function digitalTicketConfirmation(
  ticket: Entrance & { no_transfer: unknown },
): ConfirmationLine[] {
  const hours = `${day(ticket.opens_at)} ${time(ticket.opens_at)} 開場、${time(ticket.starts_at)} 開演（日本時間）`
  return [
    { label: 'お支払い', text: yen(ticket.amount) },
    { label: '内容', text: '入場チケット（電子チケット） 1枚' },
    { label: '支払時期', text: 'お申し込みと同時に、クレジットカードで' },
    { label: '日時', text: hours },
    { label: '会場', text: ticket.venue },
    {
      label: '譲渡',
      text: ticket.no_transfer
        ? 'ほかの方への譲渡はできません'
        : 'Roomの中で、ほかの方に譲渡できます（転売はできません）',
    },
    {
      label: 'キャンセル',
      text: 'ご購入後のキャンセルはできません。公演が中止のときは全額を返金します',
    },
  ]
}
