import { expect, it } from 'vitest'
import { accessCost } from './access-cost.ts'

it.each([
  [500, 980, 'チケット ¥500 ＋ ルーム参加 ¥980/月（参加中の方はチケットのみ）'],
  [500, 0, 'チケット ¥500 ＋ ルーム参加 無料（参加中の方はチケットのみ）'],
  [0, 980, 'チケット 無料 ＋ ルーム参加 ¥980/月（参加中の方はチケットのみ）'],
  [0, 0, 'チケット 無料 ＋ ルーム参加 無料（参加中の方はチケットのみ）'],
])('a ticket of %i in a room of %i costs: %s', (amount, room, cost) => {
  expect(accessCost(amount, room).join('')).toBe(cost)
})
