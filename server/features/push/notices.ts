import type { PushNotice } from '#server/db/schema/machinery.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'

/** An event as somebody is told of it. `room`: the room's address. */
interface OfEvent {
  eventId: Id
  room: string
  title: string
  start: Instant
}

/** What a person can be notified of. */
export type Notice =
  | ({ notice: 'eventTomorrow' | 'eventSoon' | 'eventOnAir' } & OfEvent)
  | ({ notice: 'newEvent'; roomTitle: string } & OfEvent)
  | { notice: 'newThread'; room: string; roomTitle: string; threadId: Id; title: string }
  | { notice: 'announcement'; conversationId: Id; roomTitle: string; title: string }
  /** `from`: who wrote, by their display name. What they wrote is not for a locked screen. */
  | { notice: 'message'; conversationId: Id; from: string }
  | { notice: 'renewalFailed' | 'roomLocked' | 'roomLost'; roomTitle: string }
  /** Doors that open for somebody's ticket. */
  | { notice: 'entryTomorrow' | 'entrySoon'; issuedId: Id; title: string; opens: Instant }
  /** `issuedId`: whose code was read. `gate`: the name of the door, if it has one. */
  | { notice: 'ticketUsed'; issuedId: Id; title: string; at: Instant; gate: string }
  /** The evening that somebody's ticket was for is off. */
  | { notice: 'entryCancelled'; issuedId: Id; title: string }
  | { notice: 'test' }

export type Kind = PushNotice['kind']

/** What a person switches on and off; a test is always wanted. */
const KINDS: Record<Notice['notice'], Kind> = {
  eventTomorrow: 'event_reminder',
  eventSoon: 'event_reminder',
  eventOnAir: 'event_reminder',
  entryTomorrow: 'event_reminder',
  entrySoon: 'event_reminder',
  newEvent: 'room_news',
  newThread: 'room_news',
  announcement: 'room_news',
  message: 'message',
  renewalFailed: 'payment',
  roomLocked: 'payment',
  roomLost: 'payment',
  ticketUsed: 'ticket',
  entryCancelled: 'ticket',
  test: 'test',
}
export const kindOf = ({ notice }: Notice): Kind => KINDS[notice]

/** The event that somebody was reminded of: whether they were decides over a mail. */
export const remindedOf = (notice: Notice): Id | null =>
  kindOf(notice) === 'event_reminder' && 'eventId' in notice ? notice.eventId : null
