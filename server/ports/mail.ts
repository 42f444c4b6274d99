import type { OperatorEmail } from './operator-emails.ts'
import type { SellerEmail } from './seller-emails.ts'
import type { SuspensionEmail } from './suspension-emails.ts'

/** One mail, ready to send. */
export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The same key is the same mail, also when it is sent again because nobody knows whether it went. */
  key: string
  /** Where this kind of mail is stopped, for mails that one may be without (RFC 8058). */
  unsubscribe?: string
}

export interface Mail {
  /** Throws `Undeliverable` where trying again is no use, anything else where it is. */
  send: (message: Message) => Promise<void>
  /** Whatever we keep of mails to this address goes; where they went to a mail server, that is nothing. */
  forget: (address: string) => Promise<void>
  /** Likewise what we keep of mails from before then; how many those were. */
  forgetBefore: (then: Date) => Promise<number>
}

/** Refused for good: no such mailbox. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}

export type WhyRefunded = 'late' | 'twice' | 'suspended'

/** What concerns a buyer's money. Amounts are yen, tax included; `title` is what was bought. */
export type PaymentEmail =
  | {
      letter: 'purchased'
      kind: 'room' | 'event' | 'digital_ticket'
      title: string
      amount: number
      at: string
      renewsAt: string | null
    }
  | { letter: 'renewed'; title: string; amount: number; at: string; renewsAt: string }
  | {
      letter: 'renewalFailed'
      title: string
      amount: number
      reminder: 'first' | 'second' | 'last'
      locksAt: string
    }
  | { letter: 'roomLocked'; title: string; amount: number }
  /** `paidUntil`: an instant; null where it ended at once. */
  | { letter: 'roomLeft'; title: string; paidUntil: string | null }
  | { letter: 'roomLost'; title: string }
  /** `why`: what the buyer did not ask for has to be explained. */
  | { letter: 'refunded'; title: string; amount: number; why: WhyRefunded | null }
  /** To whoever held what another had paid for. */
  | { letter: 'ticketTakenBack' | 'ticketRestored'; title: string }

/** What concerns the way into an account. */
export type AccountEmail =
  /** `by`: the other service by which somebody joins. */
  | { letter: 'signUp'; name: string; url: string; by?: string }
  | { letter: 'alreadyRegistered' }
  | { letter: 'resetPassword'; url: string }
  /** `stays`: the device on which it was changed is still logged in. */
  | { letter: 'passwordChanged'; at: string; stays: boolean }
  | { letter: 'changeEmail'; url: string }
  | { letter: 'emailTaken' }
  /** `name`: as its owner knows it. */
  | { letter: 'passkeyAdded' | 'passkeyRemoved' | 'passkeyCopied'; name: string; at: string }
  | { letter: 'newDevice'; device: string; at: string }
  /** The last one: with it the account is gone. */
  | { letter: 'left'; at: string }
  /** To the address of before. */
  | { letter: 'emailChangeAsked' | 'emailChanged'; at: string }
  /** `with`: the other service. */
  | { letter: 'identityLinked' | 'identityUnlinked'; with: string; at: string }
  /** Handles. */
  | { letter: 'nameChanged'; from: string; to_name: string; at: string }

/** Two instants. */
export interface Moved {
  from: string
  to: string
}

/** What a mail is about. Its words are in `server/mails`. */
export type Email =
  | PaymentEmail
  | AccountEmail
  /** `refund`: whole yen that go back; 0 where nothing was paid. */
  | { letter: 'eventCancelled' | 'entryCancelled'; title: string; refund: number }
  /**
   * `start` and `end`: before and after, where they differ; `talkOff`: there is to be none; `refundUntil`: where what was
   * paid may be had back.
   */
  | {
      letter: 'eventChanged'
      title: string
      eventId: string
      start?: Moved
      end?: Moved
      talkOff?: true
      refundUntil?: string
    }
  /** `room`: the handle of whoever sold the ticket. */
  | { letter: 'archiveDeleted'; title: string; eventId: string; room: string }
  /** A handle, whose ticket it is until it is accepted. */
  | { letter: 'ticketOffered'; title: string; from: string }
  | { letter: 'ticketTaken'; title: string; by: string }
  /** Where no notification has arrived. */
  | { letter: 'eventReminder'; title: string; eventId: string; start: string; userId: string }
  /** `ticketId`: the one that lets `userId` in. */
  | { letter: 'entryReminder'; title: string; ticketId: string; opens: string; userId: string }
  | { letter: 'ticketCancelled'; title: string; refund: number }
  | { letter: 'ticketGiven'; title: string; ticketId: string }
  /** `paidUntil`: an instant to which what was paid can be seen; null where nothing was. */
  | { letter: 'roomClosed'; title: string; paidUntil: string | null }
  | { letter: 'eventNotStarted'; title: string; eventId: string }
  | { letter: 'operatorAlert'; alert: 'refundFailed' | 'disputeOpened' | 'notStarted'; at: string }
  | SellerEmail
  | OperatorEmail
  | SuspensionEmail

/** The outbox topic of mails, and what its work holds. */
export const MAIL = 'mail'
export type MailWork = Email & {
  /** Null for nobody: the same work as for somebody, so that the time of a call does not tell whom we know. */
  to: string | null
  /** An instant after which the mail would be of no use. */
  until?: string
}

/** Keeps what was sent; told to, it refuses. */
export function memoryMail() {
  const sent: Message[] = []
  const forgotten: string[] = []
  let refusal: Error | undefined
  return {
    sent,
    refuseNext(how: 'down' | 'undeliverable') {
      refusal =
        how === 'down' ? new Error('the mail server is down') : new Undeliverable('no mailbox')
    },
    forgotten,
    forget: async (address: string) => void forgotten.push(address),
    forgetBefore: async () => 0,
    async send(message: Message) {
      const refused = refusal
      refusal = undefined
      if (refused) throw refused
      sent.push(message)
    },
  }
}
