import type { DeclinedFor } from '#contract/disclosures.ts'

/** The platform's fee is to change on a day in Japan, or after all not. Percent. */
export interface FeeEmail {
  letter: 'feePlanned' | 'feeWithdrawn'
  before: number
  percent: number
  from: string
  reason: string
}

/** Mails to sellers, to their members, and to those who asked who a seller is. */
export type SellerEmail =
  | { letter: 'sellerReady' }
  | FeeEmail
  | { letter: 'sellerAsked'; reasons: string[] }
  | { letter: 'sellerStopped'; reasons: string[] }
  /** To those who pay to be in the room of `name`. */
  | { letter: 'roomStopped'; name: string }
  | { letter: 'payoutFailed'; amount: number }
  | { letter: 'disclosureAsked' }
  | { letter: 'disclosed'; name: string; facts: { name: string; address: string; phone: string } }
  | { letter: 'disclosureDeclined'; name: string; reason: DeclinedFor }
