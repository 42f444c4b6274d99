/** The sellers' accounts at the payment provider: who they are, what they may do, and where their money goes. */
export interface SellerDesk {
  /** Opens the account that a seller's money goes into; the same key gets the same one. Returns its reference. */
  addSeller: (seller: { userId: string }, key: string) => Promise<string>
  /** Tells the provider who the seller is. Throws `SellerRefused` where it does not take a fact. */
  describeSeller: (account: string, facts: SellerIdentity) => Promise<void>
  /** What the provider says today. Throws `Disconnected` where the account is ours no more. */
  findSeller: (account: string) => Promise<SellerStanding>
  /** The provider's own page for whatever it still wants to know; good for minutes, and for one visit. */
  onboardingLink: (at: {
    account: string
    returnUrl: string
    refreshUrl: string
  }) => Promise<string>

  /** What may be paid out now, in yen; below zero where the seller owes. */
  findAvailable: (account: string) => Promise<number>
  /** Sends money to the seller's bank. Throws `PayoutRefused`. */
  payOut: (payout: NewPayout, key: string) => Promise<BankPayout>
  findPayout: (account: string, ref: string) => Promise<BankPayout>
  /** The payout that bears this id of ours, among those since; null where none was made. */
  searchPayout: (at: {
    account: string
    payoutId: string
    since: string
  }) => Promise<BankPayout | null>
}

/** What the provider has to know of a person who sells. */
export interface SellerIdentity {
  lastName: string
  firstName: string
  lastNameKana: string
  firstNameKana: string
  birth: { year: number; month: number; day: number }
  /** As one writes it at home: `09012345678`. */
  phone: string
  email: string
  address: {
    postalCode: string
    state: string
    city: string
    town: string
    line1: string
    line2: string
  }
  /** References of the pictures that the seller's browser gave to the provider. */
  documents: { front: string; back: string | null }
  /** Where the seller's room is, and the page that the law asks for; null where nobody outside could open them. */
  pages: { room: string; law: string } | null
}

export interface SellerStanding {
  account: string
  chargesEnabled: boolean
  payoutsEnabled: boolean
  takesJcb: boolean
  /** What the provider still wants, in its codes, and what it is looking at. */
  due: string[]
  pending: string[]
  /** What was wrong with what it was given. */
  errors: { about: string; code: string }[]
  /** Until when it must have what it wants; an instant. */
  deadline: string | null
  /** Why the account may not do everything, in the provider's code. */
  disabledReason: string | null
}

export interface NewPayout {
  account: string
  amount: number
  payoutId: string
}

/** Money on its way to a bank. `failed`: it came back, or never left. */
export interface BankPayout {
  ref: string
  account: string
  amount: number
  status: 'in_transit' | 'paid' | 'failed'
  /** In the provider's code. */
  failure: string | null
  /** Null where it was made by somebody's hand. */
  payoutId: string | null
  createdAt: string
  /** The provider's lines for the money that left, and for that which came back. */
  lines: { left: string | null; back: string | null }
}

/** The account has left us, or was closed. */
export class Disconnected extends Error {
  override name = 'Disconnected'
}
/** A fact that the provider does not take; `about` is its name for it. */
export class SellerRefused extends Error {
  override name = 'SellerRefused'
  readonly about: string
  constructor(about: string) {
    super(`refused: ${about}`)
    this.about = about
  }
}
/** There is not so much, or nothing may be paid out. */
export class PayoutRefused extends Error {
  override name = 'PayoutRefused'
  readonly code: string
  constructor(code: string) {
    super(`refused: ${code}`)
    this.code = code
  }
}
