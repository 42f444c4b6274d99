import { expect, it } from 'vitest'
import { eventConfirmation, FREE_ROOM, roomConfirmation } from '#contract/orders/confirmation.ts'
import { seatOrderOf } from './seat-order.ts'

const NOW = '2026-11-27T10:00:00.000Z'
const event = {
  amount: 500,
  start: '2026-12-03T11:00:00.000Z',
  sales_end: '2026-12-03T12:00:00.000Z',
  archive_days: 14,
}
const lines = eventConfirmation(event)
const texts = (order: ReturnType<typeof seatOrderOf>) =>
  order.lines.map(({ label, text }) => `${label}: ${text}`)

it('confirms a member’s ticket alone by its own lines', () => {
  const order = seatOrderOf(500, lines, undefined, NOW)
  expect(order).toEqual({
    paid: true,
    lines,
    price: '¥500（税込）',
    action: 'この内容で購入する',
    wallet: { amount: 500, monthly: null },
  })
})

it('confirms ticket and membership with today’s sum, each sum, and the following ones', () => {
  const order = seatOrderOf(500, lines, { amount: 980 }, NOW)
  expect(texts(order)).toEqual([
    '本日の合計: ¥1,480（税込）',
    'チケット: ¥500（税込）',
    'ルーム参加: 月額 ¥980（税込）',
    '次回から: 毎月27日に、参加費の¥980（税込）だけを、退会されるまで自動でお支払いいただきます。',
    '明細の件数: 参加費とチケットの2件に分けて、続けてお支払いいただきます。',
  ])
  expect(order).toMatchObject({
    paid: true,
    price: '本日 ¥1,480',
    terms: [{ lines }, { lines: roomConfirmation(980, NOW) }],
    wallet: { amount: 1_480, monthly: 980 },
  })
})

it('confirms what is free as free', () => {
  const freeRoom = seatOrderOf(500, lines, { amount: 0 }, NOW)
  expect(texts(freeRoom)).toEqual([
    '本日の合計: ¥500（税込）',
    'チケット: ¥500（税込）',
    'ルーム参加: 無料',
  ])
  expect(freeRoom.terms?.[1]?.lines).toEqual(FREE_ROOM)
  expect(freeRoom.wallet).toEqual({ amount: 500, monthly: null })
  const all = seatOrderOf(0, [], { amount: 0 }, NOW)
  expect(all).toMatchObject({ paid: false, price: '無料' })
  const freeTicket = seatOrderOf(0, [], { amount: 980 }, NOW)
  expect(freeTicket).toMatchObject({ paid: true, price: '本日 ¥980' })
})
