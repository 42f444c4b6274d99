/** One of the three fields of a card. The provider draws it: a number never passes through our code. */
export type CardPart = 'number' | 'expiry' | 'cvc'

export interface CardField {
  /** Puts the field into `place`; returns what takes it away again. */
  mount: (place: HTMLElement) => () => void
  focus: () => void
  /** Shows, and says to those who do not see, that something is wrong with it. */
  mark: (errorId: string | null) => void
}

export interface CardDesk {
  /** A new empty field. `onError` hears what is wrong with what was typed so far, in Japanese, or null. */
  field: (part: CardPart, look: CardLook, onError: (message: string | null) => void) => CardField
  /** Makes a one-time token of the fields. Throws `CardRefused`. */
  createToken: () => Promise<string>
}

/** How a field names and shows itself. */
export interface CardLook {
  /** The id that a label of ours points at. */
  id: string
  placeholder: string
  /** The class of an input of ours, for a provider that draws its fields in our page. */
  className: string
}

export interface Confirming {
  clientSecret: string
  /** The seller's account, in which the charge is. */
  account: string
}

/** The payment provider as a buyer's browser meets it. */
export interface PaymentDesk {
  /** Plainly said where no money moves. */
  isTest: boolean
  openCards: () => Promise<CardDesk>
  /**
   * Confirms a payment, with the bank's check where it asks for one: true once the money is on its way, false where the
   * bank says no. Throws where nobody answers; the money may be on its way all the same.
   */
  confirm: (payment: Confirming) => Promise<boolean>
  /** The bank's check of a card that is being saved: true once it agrees. Throws where nobody answers. */
  confirmSetup: (clientSecret: string) => Promise<boolean>
}

/** The provider does not take this card; the message is for the buyer. */
export class CardRefused extends Error {
  override name = 'CardRefused'
}
