import { TICKET_NEEDED, WATCHING_BANNED } from '#contract/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Standing } from '#server/features/rooms/policy.ts'

type EventRow = Pick<
  Schema['event'],
  | 'status'
  | 'publishment_flg'
  | 'live_talk'
  | 'sales_end_at'
  | 'capacity'
  | 'taken'
  | 'archive'
  | 'archive_until'
>

/** What one person holds at one event. */
export interface Seat {
  event: EventRow
  who: Standing
  hasTicket: boolean
  isBanned: boolean
  /** An instant. */
  now: string
}

const isPublished = ({ event }: Seat) => event.status === 'published'
const isSuspended = ({ who }: Seat) => who.state === 9
const talkIsOpen = ({ event }: Seat) => event.publishment_flg === 1 || event.publishment_flg === 2
/** Whether tickets are sold at all now; there may be none left. */
export const isOnSale = (seat: Seat) =>
  isPublished(seat) && seat.event.publishment_flg <= 1 && seat.now < seat.event.sales_end_at
const hasSeats = ({ event }: Seat) => event.taken < event.capacity

/** Drafts are the owner's alone; a cancelled event is still found by those who have its address. */
export const maySeeEvent = (seat: Seat) =>
  seat.who.isOwner || (!isSuspended(seat) && seat.event.status !== 'draft')

export const mayModerateEvent = (seat: Seat) => seat.who.isOwner || seat.who.isModerator
export const mayBuy = (seat: Seat) =>
  isOnSale(seat) &&
  hasSeats(seat) &&
  seat.who.isMember &&
  !seat.who.isOwner &&
  !seat.isBanned &&
  !seat.hasTicket
/** The picture and the talk, which are seen together: a ban from the event ends both. */
export const mayWatch = (seat: Seat) =>
  isPublished(seat) &&
  !isSuspended(seat) &&
  (mayModerateEvent(seat) || (seat.hasTicket && !seat.isBanned))
export const whyNotWatch = ({ hasTicket, isBanned }: Seat): string =>
  hasTicket && isBanned ? WATCHING_BANNED : TICKET_NEEDED
export const maySpeak = (seat: Seat) =>
  mayWatch(seat) && talkIsOpen(seat) && seat.event.live_talk === 1

/** 見逃し配信: from the end of the stream to the end of its window. */
export const archiveIsOpen = ({ archive, archive_until }: EventRow, now: string) =>
  archive === 1 && (archive_until === null || now < archive_until)

export const eventRights = (seat: Seat) => ({
  buy: mayBuy(seat),
  watch: mayWatch(seat),
  speak: maySpeak(seat),
  edit: seat.who.isOwner,
  moderate: mayModerateEvent(seat),
})
