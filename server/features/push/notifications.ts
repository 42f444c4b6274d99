import * as z from 'zod'
import type { PushNotification } from '#server/db/schema/system.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { SeatedProductRef, WhyOfferEnded, WhyWaitEnded } from '#server/ports/mail.ts'
import type { WhyVoucherEnded } from '#server/ports/voucher-emails.ts'

/** An event in a notification. `room`: handle in the room's URL. */
interface OfEvent {
  eventId: Id
  room: string
  title: string
  start: Instant
}

/** Content of a push notification. */
export type Notification =
  | ({ notice: 'eventTomorrow' | 'eventSoon' | 'eventOnAir' } & OfEvent)
  | ({ notice: 'newEvent'; roomTitle: string } & OfEvent)
  /** `roomId`: missing in works of the release before. */
  | {
      notice: 'newThread'
      roomId?: Id
      room: string
      roomTitle: string
      threadId: Id
      title: string
    }
  | { notice: 'announcement'; conversationId: Id; roomTitle: string; title: string }
  /** `from`: display name of the sender. The text is left out, since lock screens are public. */
  | { notice: 'message'; conversationId: Id; from: string }
  /** `membershipId`: missing in works of the release before. */
  | { notice: 'renewalFailed' | 'roomLost'; roomTitle: string; membershipId?: Id }
  /** Reminder of the opening of doors for a ticket holder. */
  | { notice: 'entryTomorrow' | 'entrySoon'; issuedId: Id; title: string; opens: Instant }
  /** `issuedId`: the scanned ticket. `gate`: its gate's name, or empty. */
  | { notice: 'ticketUsed'; issuedId: Id; title: string; at: Instant; gate: string }
  /** Another device shows the ticket from now on: it may have been another person. */
  | { notice: 'ticketMoved'; issuedId: Id; title: string }
  /** Another device asks to show the ticket, and may from `from` on. */
  | { notice: 'ticketMoveAsked'; issuedId: Id; title: string; from: Instant }
  /** The event of a ticket has another time or venue, or was cancelled. */
  | { notice: 'entryChanged' | 'entryCancelled'; issuedId: Id; title: string }
  /** Seats are held for a person who waited for them, until `expires`. `seats`: missing if it is one. */
  | {
      notice: 'seatOffered' | 'seatOfferEnding'
      offerId: Id
      product: SeatedProductRef
      title: string
      seats?: number
      expires: Instant
    }
  /** A held seat went back to the holder of the listed ticket; or a listed ticket was bought, or was not. */
  | {
      notice: 'seatRecalled' | 'resold' | 'resaleUnsold'
      product: SeatedProductRef
      title: string
    }
  | { notice: 'waitEnded'; product: SeatedProductRef; title: string; why: WhyWaitEnded }
  /** A lottery's result can be read; or a winner's seat is not held any more, or the lottery is over before its end. */
  | { notice: 'lotteryResult'; product: SeatedProductRef; title: string }
  | { notice: 'lotteryEnded'; product: SeatedProductRef; title: string; why: WhyOfferEnded }
  /** The deadline of a payment number is near, or it can be paid no more. */
  | { notice: 'voucherEnding'; orderId: Id; title: string; expires: Instant }
  | { notice: 'voucherEnded'; orderId: Id; title: string; why: WhyVoucherEnded }
  | { notice: 'test' }

/** A comment on a person's thread, or an answer to their comment. `of`: that thread or comment. */
interface CommentNotification {
  notice: 'comment' | 'reply'
  subjectId: Id
  of: Id
}
/**
 * What stands in the list only, and calls nobody to the phone. `subjectId`: the event, transfer, ticket, order, refund,
 * membership or payout.
 */
type QuietNotification =
  | CommentNotification
  | {
      notice:
        | 'eventChanged'
        | 'eventCancelled'
        | 'ticketOffered'
        | 'ticketTaken'
        | 'ticketReturned'
        | 'ticketGiven'
        | 'ticketTakenBack'
        | 'companionAccepted'
        | 'ticketRestored'
        | 'purchased'
        | 'renewed'
        | 'refunded'
        | 'refundAsks'
        | 'voucherIssued'
        | 'roomPriceLowered'
        | 'payoutPaid'
        | 'payoutFailed'
      subjectId: Id
    }
export type AnyNotification = Notification | QuietNotification
/** Names of what the list shows. */
export type ListedKind = Exclude<AnyNotification['notice'], 'test'>

export type NotificationKind = PushNotification['kind']

/** The setting that controls each notification; a test is always sent. */
const KINDS: Record<Notification['notice'], NotificationKind> = {
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
  roomLost: 'payment',
  ticketUsed: 'ticket',
  ticketMoved: 'ticket',
  ticketMoveAsked: 'ticket',
  entryChanged: 'ticket',
  entryCancelled: 'ticket',
  seatOffered: 'ticket',
  seatOfferEnding: 'ticket',
  waitEnded: 'ticket',
  lotteryResult: 'ticket',
  lotteryEnded: 'ticket',
  seatRecalled: 'ticket',
  resold: 'ticket',
  resaleUnsold: 'ticket',
  voucherEnding: 'ticket',
  voucherEnded: 'ticket',
  test: 'test',
}
export const isPushed = (notification: AnyNotification): notification is Notification =>
  Object.hasOwn(KINDS, notification.notice)

/** A stored notification: of a known kind. Its facts are as the compiler demands them of each writer. */
export const Notification = z.custom<Notification>((value) => {
  const { notice } = z.object({ notice: z.string() }).catch({ notice: '' }).parse(value)
  return Object.hasOwn(KINDS, notice)
})

export const kindOf = ({ notice }: Notification): NotificationKind => KINDS[notice]

/** The event of a reminder; its delivery decides whether an email is needed. */
export const remindedOf = (notification: Notification): Id | null =>
  kindOf(notification) === 'event_reminder' && 'eventId' in notification
    ? notification.eventId
    : null
