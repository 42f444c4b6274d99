import type { DigitalTicket } from '#contract/tickets/calls.ts'
import { allowedLabel } from '#pwa/features/tickets/allowed.ts'
import { count, price, time } from '#pwa/lib/format.ts'

/** Each part of a ticket with its value on the last ticket, or its purpose. */
export const baseFacts = (last: DigitalTicket | undefined) => [
  { term: 'タイトル', value: last?.title ?? '公演や催しの名前' },
  { term: '会場', value: last?.venue ?? '会場の名前と町' },
  {
    term: '時刻',
    value: last ? `開場 ${time(last.opens_at)}　開演 ${time(last.starts_at)}` : '開場と開演',
  },
  { term: '料金', value: last ? price(last.amount) : '税込の金額。0円で無料になります' },
  { term: '枚数', value: last ? `${count(last.capacity)}枚` : '入場できる人数' },
  {
    term: '購入',
    value: last
      ? last.members_only
        ? 'メンバーだけ'
        : 'だれでも'
      : 'メンバーだけか、だれでも買えるか',
  },
  { term: '譲渡', value: last ? allowedLabel(!last.no_transfer) : '認めるかどうか' },
  { term: '再入場', value: last ? allowedLabel(last.reentry) : '認めるかどうか' },
]
