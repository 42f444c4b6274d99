import { yen } from '#pwa/lib/format.ts'

/** All that a ticket for members costs somebody outside the room: チケット ¥500 ＋ ルーム参加 ¥980/月. */
export function accessCost(amount: number, roomAmount: number): string {
  const ticket = amount > 0 ? yen(amount) : '無料'
  const room = roomAmount > 0 ? `${yen(roomAmount)}/月` : '無料'
  return `チケット ${ticket} ＋ ルーム参加 ${room}（参加中の方はチケットのみ）`
}
