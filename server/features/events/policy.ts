import { TICKET_NEEDED, WATCHING_BANNED } from '#contract/live/messages.ts'
import { salesStart } from '#contract/shared/rules.ts'
import type { Schema } from '#server/db/schema.ts'
import type { RoomRole } from '#server/features/rooms/policy.ts'

type EventRow = Pick<
  Schema['event'],
  | 'status'
  | 'publishment_flg'
  | 'live_talk'
  | 'sales_end_at'
  | 'capacity'
  | 'taken'
  | 'waiting'
  | 'archive'
  | 'archive_until'
  | 'amount'
  | 'end_at'
>

/** Rights and holdings of one person at one event. */
export interface Seat {
  event: EventRow
  who: RoomRole
  hasTicket: boolean
  /** Their ticket is without the archive. */
  isLiveOnly: boolean
  isBanned: boolean
  /** An instant. */
  now: string
}

const isPublished = ({ event }: Seat) => event.status === 'published'
const isSuspended = ({ who }: Seat) => who.state === 9
const talkIsOpen = ({ event }: Seat) => event.publishment_flg === 1 || event.publishment_flg === 2
/** Whether ticket sales have begun: earlier money could not be held until the event is over. */
export const hasSaleBegun = ({ event: { amount, end_at }, now }: Seat) =>
  (salesStart(amount, end_at) ?? '') <= now
/** Whether ticket sales have not ended; seats may be sold out. */
export const isEventOnSale = (seat: Seat) =>
  isPublished(seat) && seat.event.publishment_flg <= 1 && seat.now < seat.event.sales_end_at
/** While people wait, a free seat is the next one's. */
const hasSeats = ({ event }: Seat) => event.waiting === 0 && event.taken < event.capacity

/** Drafts are visible to the owner only; a cancelled event stays accessible by its URL. */
export const maySeeEvent = (seat: Seat) =>
  seat.who.isOwner || (!isSuspended(seat) && seat.event.status !== 'draft')

export const mayModerateEvent = (seat: Seat) => seat.who.isOwner || seat.who.isModerator
export const mayBuy = (seat: Seat) =>
  isEventOnSale(seat) &&
  hasSaleBegun(seat) &&
  hasSeats(seat) &&
  seat.who.isMember &&
  !seat.who.isOwner &&
  !seat.isBanned &&
  !seat.hasTicket
/** Stream and talk together: a ban from the event blocks both. */
export const mayWatch = (seat: Seat) =>
  isPublished(seat) &&
  !isSuspended(seat) &&
  (mayModerateEvent(seat) || (seat.hasTicket && !seat.isBanned))
export const whyNotWatch = ({ hasTicket, isBanned }: Seat): string =>
  hasTicket && isBanned ? WATCHING_BANNED : TICKET_NEEDED
export const canPost = (seat: Seat) =>
  mayWatch(seat) && talkIsOpen(seat) && seat.event.live_talk === 1

/** Whether the archive is among what this person may watch; hosts watch everything. */
export const hasArchive = (seat: Seat) => mayModerateEvent(seat) || !seat.isLiveOnly

/** 見逃し配信: open from the end of the stream until its window closes. */
export const archiveIsOpen = ({ archive, archive_until }: EventRow, now: string) =>
  archive === 1 && (archive_until === null || now < archive_until)

export const eventRights = (seat: Seat) => ({
  buy: mayBuy(seat),
  watch: mayWatch(seat),
  speak: canPost(seat),
  edit: seat.who.isOwner,
  moderate: mayModerateEvent(seat),
})
