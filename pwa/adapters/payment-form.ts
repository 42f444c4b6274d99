/** One of the three card fields. The provider renders them: a card number never passes through our code. */
export type CardPart = 'number' | 'expiry' | 'cvc'

export interface CardField {
  /** Mounts the field into `place`; returns the unmount function. */
  mount: (place: HTMLElement) => () => void
  focus: () => void
  /** Marks the field as invalid, visibly and for screen readers (`aria-describedby`); null clears the mark. */
  mark: (errorId: string | null) => void
}

/** Where the one-time token of a payment comes from. */
export interface TokenSource {
  /** Throws `CardRefused`. */
  createToken: () => Promise<string>
  /** Closes the wallet's window, which waits for the token: none will be asked for. */
  giveUp?: () => void
}

export interface CardForm extends TokenSource {
  /** Creates an empty field. `onError` receives the validation error of the input, in Japanese, or null. */
  field: (part: CardPart, look: CardLook, onError: (message: string | null) => void) => CardField
}

/** What a wallet's window shows. */
export interface WalletSale {
  /** Yen that are paid today. */
  amount: number
  title: string
  /** Yen that are paid each month from now on; null: nothing. */
  monthly: number | null
}

export interface WalletEvents {
  /** Whether this device has a wallet with a card. */
  onReady: (isThere: boolean) => void
  /** A press: whether the wallet's window may open. */
  onPress: () => boolean
  /** The buyer has agreed in the wallet's window. */
  onToken: (from: TokenSource) => void
}

/** Id, placeholder and style of a card field. */
export interface CardLook {
  /** The id that our label refers to. */
  id: string
  placeholder: string
  /** The class of our own inputs, for a provider that renders its fields in our page. */
  className: string
}

export interface Confirming {
  clientSecret: string
  /** The seller's account that holds the charge. */
  account: string
}

/** The payment provider's client in a buyer's browser. */
export interface PaymentForm {
  /** Test mode, in which no money moves. The UI shows it. */
  isTest: boolean
  openCards: () => Promise<CardForm>
  /**
   * Mounts the buttons of this device's wallets (Apple Pay, Google Pay) into `place`; without a wallet they stay empty.
   * Resolves to the function that removes them.
   */
  mountWallets: (place: HTMLElement, sale: WalletSale, events: WalletEvents) => Promise<() => void>
  /**
   * Confirms a payment, with 3-D Secure if the bank requires it: true once it succeeded, false if the bank declined.
   * Throws without an answer; the payment may have succeeded all the same.
   */
  confirm: (payment: Confirming) => Promise<boolean>
  /** Confirms the setup of a saved card (3-D Secure): false if the bank declined. Throws without an answer. */
  confirmSetup: (clientSecret: string) => Promise<boolean>
}

/** The provider declined the card; the message is for the buyer. */
export class CardRefused extends Error {
  override name = 'CardRefused'
}
