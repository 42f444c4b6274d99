import { yen } from '#pwa/lib/format.ts'

/** The price of a members-only ticket for a person outside the room, in parts within which no line breaks. */
export function accessCost(amount: number, roomAmount: number): string[] {
  const ticket = amount > 0 ? yen(amount) : '無料'
  const room = roomAmount > 0 ? `${yen(roomAmount)}/月` : '無料'
  return [`チケット ${ticket}`, ` ＋ ルーム参加 ${room}`, '（参加中の方はチケットのみ）']
}
