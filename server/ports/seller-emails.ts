import type { DeclinedFor } from '#contract/disclosures/calls.ts'

/** A change of the platform fee on a day in Japan, or its withdrawal. Percent. */
export interface FeeEmail {
  letter: 'feePlanned' | 'feeWithdrawn'
  before: number
  percent: number
  from: string
  reason: string
}

/** `reversed`: a lost dispute was won after all. */
export type QuestionedSale = 'inquiry' | 'fraud' | 'disputed' | 'won' | 'lost' | 'reversed'

/** Emails to sellers, to their members, and to requesters of disclosures. */
export type SellerEmail =
  | { letter: 'sellerReady' }
  | FeeEmail
  | { letter: 'sellerAsked'; reasons: string[] }
  | { letter: 'sellerStopped'; reasons: string[] }
  /** To paying members of the room of `name`. */
  | { letter: 'roomStopped'; name: string }
  | { letter: 'payoutFailed'; amount: number }
  /** A payment of theirs is questioned. `answerBy`: the bank's deadline. */
  | {
      letter: 'saleQuestioned'
      what: QuestionedSale
      title: string
      amount: number
      answerBy: string | null
    }
  | { letter: 'disclosureAsked' }
  | { letter: 'disclosed'; name: string; facts: { name: string; address: string; phone: string } }
  | { letter: 'disclosureDeclined'; name: string; reason: DeclinedFor }
