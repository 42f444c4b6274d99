import type { ConfirmationLine } from '#contract/orders/confirmation.ts'
import type { LotteryEmail } from './lottery-emails.ts'
import type { OperatorEmail } from './operator-emails.ts'
import type { SellerEmail } from './seller-emails.ts'
import type { SuspensionEmail } from './suspension-emails.ts'
import type { VoucherEmail } from './voucher-emails.ts'

/** An email, ready to send. */
export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** Identifies the email when it is sent again after an unknown result. */
  key: string
  attachments?: { filename: string; contentType: string; content: string }[]
  /** Unsubscribe URL of optional emails (RFC 8058). */
  unsubscribe?: string
}

export interface Mail {
  /** Throws `Undeliverable` if a retry is useless, any other error if not. */
  send: (message: MailMessage) => Promise<void>
  /** Deletes stored emails to this address; a mail server stores none. */
  deleteMail: (address: string) => Promise<void>
  /** Deletes stored emails older than this; returns their number. */
  deleteBefore: (then: Date) => Promise<number>
}

/** Permanently refused: the mailbox does not exist. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}

/** Why the offer of seats ended, other than by the person. */
export type WhyOfferEnded = 'lapsed' | 'unfit' | 'over' | 'cancelled'
/** The same of waiting. `tooMany`: so many seats are not sold together any more. */
export type WhyWaitEnded = WhyOfferEnded | 'tooMany'

/** A product with limited seats, by which its page is found. `room`: handle. */
export interface SeatedProductRef {
  kind: 'event' | 'digital_ticket'
  room: string
  id: string
}

export type WhyRefunded = 'late' | 'twice' | 'suspended' | 'unused' | 'resold'

/** Emails about a buyer's payments. Amounts are yen, tax included; `title` is the product's. */
export type PaymentEmail =
  | {
      letter: 'purchased'
      kind: 'room' | 'event' | 'digital_ticket'
      title: string
      amount: number
      at: string
      renewsAt: string | null
      seller?: string
      /** Paid in a convenience store. */
      inStore?: boolean
      /** The final confirmation; missing in works of the release before. */
      confirmed?: ConfirmationLine[]
      /** Id of the room, the event, or the issued ticket; missing in works of the release before. */
      bought?: string
    }
  /** `seller`: handle, for the text on the card's statement; missing in works of the release before. */
  | {
      letter: 'renewed'
      roomId?: string
      title: string
      amount: number
      at: string
      renewsAt: string
      seller?: string
    }
  | {
      letter: 'renewalFailed'
      roomId?: string
      title: string
      amount: number
      reminder: 'first' | 'second' | 'last'
      locksAt: string
    }
  /** `paidUntil`: end of the paid period; null if it ended at once. */
  | { letter: 'roomLeft'; roomId?: string; title: string; paidUntil: string | null }
  | { letter: 'roomLost'; roomId?: string; title: string }
  /** `from`: the next renewal. */
  | {
      letter: 'roomPriceLowered'
      roomId?: string
      title: string
      before: number
      amount: number
      from: string | null
    }
  /** `why`: reason of a refund that the buyer did not request. */
  /** `transfer`: to a bank account, as it was paid in a store; missing in works of the release before. */
  | {
      letter: 'refunded'
      title: string
      amount: number
      why: WhyRefunded | null
      transfer?: boolean
    }
  /** The provider has asked the buyer for the bank account of a refund. */
  | { letter: 'refundAsks'; title: string; amount: number; why: WhyRefunded | null }
  | VoucherEmail
  /** To a holder whose ticket another person had paid for. */
  | { letter: 'ticketTakenBack' | 'ticketRestored'; title: string }

/** Emails about account access. */
export type AccountEmail =
  /** `by`: provider of a social sign-up. */
  | { letter: 'signUp'; name?: string; url: string; by?: string }
  | { letter: 'alreadyRegistered' }
  | { letter: 'resetPassword'; url: string }
  /** `stays`: the session in which it was changed continues. */
  | { letter: 'passwordChanged'; at: string; stays: boolean }
  | { letter: 'changeEmail'; url: string }
  | { letter: 'emailTaken' }
  /** `name`: given by its owner. */
  | { letter: 'passkeyAdded' | 'passkeyRemoved' | 'passkeyCopied'; name: string; at: string }
  | { letter: 'newDevice'; device: string; at: string }
  /** The last email: the account is deleted. */
  | { letter: 'left'; at: string }
  /** To the previous address. */
  | { letter: 'emailChangeAsked' | 'emailChanged'; at: string }
  /** `with`: the login provider. */
  | { letter: 'identityLinked' | 'identityUnlinked'; with: string; at: string }
  /** Handles. */
  | { letter: 'nameChanged'; from: string; to_name: string; at: string }

/** Two instants, or two places. */
export interface Moved {
  from: string
  to: string
}

/** Null if both are the same. */
export const movedFrom = (from: string, to: string): Moved | null =>
  from === to ? null : { from, to }

/** What changed of an evening at a venue: opening of the doors, start, place. */
export interface EntryChange {
  opens?: Moved
  starts?: Moved
  venue?: Moved
}
/** What changed of a stream. `talkOff`: there will be no talk. */
export interface EventChange {
  start?: Moved
  end?: Moved
  talkOff?: true
}

/** A device that asks to show a ticket which another one shows. `number`: 整理番号; `device`: its browser and system. */
interface MovedTicket {
  title: string
  number: string
  ticketId: string
  device: string
}
/** Emails about the device that shows an entry ticket. `from`: then the other one may show it. */
export type MoveEmail =
  | ({ letter: 'ticketMoveCode'; code: string; hours: number } & MovedTicket)
  | ({ letter: 'ticketMoveAsked'; at: string; from: string } & MovedTicket)
  | ({ letter: 'ticketMoved'; at: string } & MovedTicket)

export type OperatorAlert =
  | 'refundFailed'
  | 'disputeOpened'
  | 'disputeReversed'
  | 'inquiryOpened'
  | 'fraudWarned'
  | 'notStarted'

/**
 * Content of an email. Its copy is in `server/mails`. `roomId`, of emails to members: the room that they show; missing in
 * works of the release before.
 */
export type Email =
  | PaymentEmail
  | AccountEmail
  /** `refund`: whole yen; 0 if nothing was paid. */
  | { letter: 'eventCancelled' | 'entryCancelled'; title: string; refund: number }
  /** `refundUntil`: end of the refund period, if the buyer may request one. */
  | ({ letter: 'eventChanged'; title: string; eventId: string; refundUntil?: string } & EventChange)
  /** `ticketId`: of the issued ticket; `room`: handle of the seller. */
  | ({ letter: 'entryChanged'; title: string; ticketId: string; room: string } & EntryChange)
  /** The same for a buyer with an open payment number, which is `voucherId`. */
  | ({ letter: 'voucherChanged'; title: string; voucherId: string } & EntryChange & EventChange)
  /** `room`: handle of the seller. */
  | { letter: 'archiveDeleted'; title: string; eventId: string; room: string }
  /** `from`: handle of the current holder; `ticketId`: of the issued ticket. */
  | { letter: 'ticketOffered'; title: string; from: string; ticketId?: string }
  | { letter: 'ticketTaken'; title: string; by: string }
  | MoveEmail
  /** Sent if no notification was delivered. */
  | { letter: 'eventReminder'; title: string; eventId: string; start: string; userId: string }
  /** `ticketId`: the ticket of `userId`. */
  | { letter: 'entryReminder'; title: string; ticketId: string; opens: string; userId: string }
  | { letter: 'ticketCancelled'; title: string; refund: number }
  /** Seats are held for the reader until `expires`. Emails of the release before have no `offerId` or no `seats`. */
  | {
      letter: 'seatOffered' | 'seatOfferEnding'
      offerId?: string
      title: string
      product: SeatedProductRef
      seats?: number
      expires: string
    }
  | { letter: 'waitEnded'; title: string; product: SeatedProductRef; why: WhyWaitEnded }
  /** A held seat was that of a listed ticket whose holder took it back. `isWaiting`: the reader is in the line again. */
  | { letter: 'seatRecalled'; title: string; product: SeatedProductRef; isWaiting: boolean }
  /** The reader's listed ticket was bought; or nobody bought it, and it stays theirs. `amount`: the price paid. */
  | {
      letter: 'resold' | 'resaleUnsold'
      title: string
      product: SeatedProductRef
      amount: number
    }
  | LotteryEmail
  | { letter: 'ticketGiven'; title: string; ticketId: string }
  /** `paidUntil`: end of access to paid content; null if nothing was paid. */
  | { letter: 'roomClosed'; roomId?: string; title: string; paidUntil: string | null }
  | { letter: 'eventNotStarted'; title: string; eventId: string }
  /** `payment`: its id, by which the admin pages find it. */
  | { letter: 'operatorAlert'; alert: OperatorAlert; at: string; payment?: string }
  | SellerEmail
  | OperatorEmail
  | SuspensionEmail

/** Outbox topic of emails, and its payload. */
export const MAIL = 'mail'
export type MailWork = Email & {
  /**
   * Null: sends nothing. The work is enqueued anyway, so that response times do not reveal which addresses are known.
   */
  to: string | null
  /** Instant after which the email is useless. */
  until?: string
}

/** Stores sent emails for tests; can be told to fail. */
export function memoryMail() {
  const sent: MailMessage[] = []
  const forgotten: string[] = []
  let rejection: Error | undefined
  return {
    sent,
    refuseNext(how: 'down' | 'undeliverable') {
      rejection =
        how === 'down' ? new Error('the mail server is down') : new Undeliverable('no mailbox')
    },
    forgotten,
    deleteMail: async (address: string) => void forgotten.push(address),
    deleteBefore: async () => 0,
    async send(message: MailMessage) {
      const error = rejection
      rejection = undefined
      if (error) throw error
      sent.push(message)
    },
  }
}
