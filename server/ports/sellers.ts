/** Sellers' accounts at the payment provider: identity, capabilities and payouts. */
export interface SellerAccounts {
  /** Creates a seller's account; idempotent by the key. Returns its reference. */
  addSeller: (seller: { userId: string }, key: string) => Promise<string>
  /** Sends the seller's identity to the provider. Throws `SellerRefused` for a rejected field. */
  describeSeller: (account: string, facts: SellerIdentity) => Promise<void>
  /** Sets what buyers and their banks see of the seller. Throws `SellerRefused` for a rejected field. */
  showSeller: (account: string, shown: ShownSeller) => Promise<void>
  /** Current state at the provider. Throws `Disconnected` if the account is no longer connected. */
  findSeller: (account: string) => Promise<AccountStatus>
  /** The provider's onboarding page for missing information; valid for minutes, single use. */
  onboardingLink: (at: {
    account: string
    returnUrl: string
    refreshUrl: string
  }) => Promise<string>

  /** Available balance in yen; negative if the seller owes money. */
  findAvailable: (account: string) => Promise<number>
  /** Creates a payout to the seller's bank. Throws `PayoutRefused`. */
  payOut: (payout: NewPayout, key: string) => Promise<BankPayout>
  findPayout: (account: string, ref: string) => Promise<BankPayout>
  /** Searches for a payout by our id, not before `since`; null if there is none. */
  searchPayout: (at: {
    account: string
    payoutId: string
    since: string
  }) => Promise<BankPayout | null>
}

/** Identity of a seller for the provider. Of a company, people are identified on the provider's page. */
export type SellerIdentity = PersonIdentity | CompanyIdentity

export interface CompanyIdentity extends Contact {
  company: { name: string; nameKana: string }
}

export interface PersonIdentity extends Contact {
  company: null
  lastName: string
  firstName: string
  lastNameKana: string
  firstNameKana: string
  birth: { year: number; month: number; day: number }
  /** File ids of the pictures that the browser uploaded to the provider. */
  documents: { front: string; back: string | null }
}

interface Contact {
  /** National format: `09012345678`. */
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
  /** URLs of the seller's room and of the legal page; null if the site is not public. */
  pages: { room: string; law: string } | null
}

/** What the provider shows of a seller: on statements, on its pages and in its emails. Null: nothing. */
export interface ShownSeller {
  /** Texts on a card's statement. */
  statement: Record<Script, string> & { prefix: Record<Script, string> }
  name: string
  email: string | null
  /** National format. */
  phone: string | null
  address: string | null
  /** URL of the legal disclosure. */
  page: string | null
}
type Script = 'latin' | 'kana' | 'kanji'

export interface AccountStatus {
  account: string
  chargesEnabled: boolean
  payoutsEnabled: boolean
  takesJcb: boolean
  /** コンビニ払い. */
  takesKonbini: boolean
  /** Codes of requirements that are due or under review. */
  due: string[]
  pending: string[]
  /** Rejected fields. */
  errors: { about: string; code: string }[]
  /** Deadline of the requirements; an instant. */
  deadline: string | null
  /** Why the account is restricted, as the provider's code. */
  disabledReason: string | null
}

export interface NewPayout {
  account: string
  amount: number
  payoutId: string
}

/** A payout to a bank. `failed`: returned, or never sent. */
export interface BankPayout {
  ref: string
  account: string
  amount: number
  status: 'in_transit' | 'paid' | 'failed'
  /** The provider's error code. */
  failure: string | null
  /** Null if it was made by hand. */
  payoutId: string | null
  createdAt: string
  /** Balance transactions of the payout and, if it failed, of its return. */
  lines: { left: string | null; back: string | null }
}

/** The account was disconnected or closed. */
export class Disconnected extends Error {
  override name = 'Disconnected'
}
/** A field that the provider rejected; `about` is its name there. */
export class SellerRefused extends Error {
  override name = 'SellerRefused'
  readonly about: string
  constructor(about: string) {
    super(`refused: ${about}`)
    this.about = about
  }
}
/** The balance is insufficient, or payouts are disabled. */
export class PayoutRefused extends Error {
  override name = 'PayoutRefused'
  readonly code: string
  constructor(code: string) {
    super(`refused: ${code}`)
    this.code = code
  }
}
