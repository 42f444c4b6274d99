/**
 * Why a payment number of a convenience store can be paid no more, other than by its buyer. `held`: they have the ticket
 * by now; `recalled`: its seat went back to the holder of a listed ticket.
 */
export type WhyVoucherEnded = 'lapsed' | 'cancelled' | 'unfit' | 'held' | 'recalled'

/** What a convenience store asks for. `store`: as the provider names it. */
export interface StoreNumbers {
  store: string
  payment_code: string
  confirmation_number: string | null
}

/** A payment number of convenience stores, which holds a seat until `expires`. */
export interface VoucherFacts {
  voucherId: string
  title: string
  amount: number
  expires: string
  stores: StoreNumbers[]
}

/** Emails about payments in convenience stores. */
export type VoucherEmail =
  | ({ letter: 'voucherIssued' } & VoucherFacts)
  | ({ letter: 'voucherEnding' } & VoucherFacts)
  | { letter: 'voucherEnded'; title: string; why: WhyVoucherEnded }
