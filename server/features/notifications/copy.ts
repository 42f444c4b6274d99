import { clockOf, pathOf, weekdayOf } from '#server/features/push/copy.ts'

/** What a line says, and where it leads. */
export interface LineCopy {
  title: string
  text: string
  path: string | null
  /** Stored path of the room's picture. */
  icon: string | null
}

export type LineTopic = 'thread' | 'comment' | 'event' | 'ticket' | 'message' | 'payment' | 'payout'

export const paths = {
  room: (room: string) => pathOf('community', room),
  talk: (room: string) => pathOf('community', room, 'talk'),
  thread: (room: string, thread: string) => pathOf('community', room, 'talk', thread),
  event: (room: string, event: string) => pathOf('community', room, 'event', event),
  conversation: (id: string) => pathOf('account', 'message', id),
  ticketBox: '/account/ticketbox',
  eventTicket: (event: string) => pathOf('account', 'ticketbox', 'event', event),
  digitalTicket: (issued: string) => pathOf('account', 'ticketbox', 'ticket', issued),
  voucher: (order: string) => pathOf('account', 'voucher', order),
  payments: '/account/payments',
  payRoom: (room: string) => `/account/room?pay=${encodeURIComponent(room)}`,
  monetization: '/dashboard/monetization',
}

/** `11月29日(日) 20:00`: a line is read on any day, so it says neither 明日 nor まもなく. */
export const dayAndHour = (instant: string) => `${weekdayOf(instant)} ${clockOf(instant)}`

const GONE: Record<LineTopic, string> = {
  thread: 'ルームの新しい投稿',
  comment: 'コメント',
  event: 'イベント',
  ticket: 'チケット',
  message: 'メッセージ',
  payment: 'お支払い',
  payout: '売上の振込',
}

/** The line of what is deleted, or not for the reader any more: it names neither the thing nor its room. */
export const goneCopy = (topic: LineTopic | null): LineCopy => ({
  title: topic ? GONE[topic] : '通知',
  text: '削除されたか、いまはご覧になれません。',
  path: null,
  icon: null,
})
