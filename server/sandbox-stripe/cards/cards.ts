import { codes } from './declines.ts'

export type Brand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa'

/** A test card and its behavior. Numbers and names are those of Stripe's documentation. */
export interface Card {
  /** Its tokens are `tok_<name>` and `pm_card_<name>`; `also` are further names for both. */
  name: string
  also?: string[]
  number?: string
  brand: Brand
  country?: string
  funding?: 'credit' | 'debit' | 'prepaid'
  /** Decline code of every charge. */
  decline?: string
  /** Cards with a `decline` also fail to be saved or set up, unless this is `charge`. */
  declinesAt?: 'charge'
  /** When the issuer requires authentication. `on_session`: a card that is set up already. */
  challenge?: 'always' | 'unless_set_up' | 'on_session'
  cvcCheck?: 'fail'
  /** The payment succeeds and is disputed at once with this reason. */
  dispute?: 'fraudulent' | 'product_not_received'
  inquiry?: boolean
  /** The payment succeeds, and its issuer warns of fraud at once. */
  fraudWarning?: boolean
  /** Result of a refund. `asks`: the provider asks the customer for a bank account first. */
  refund?: 'pending' | 'fails' | 'asks'
  /** The bank confirms the payment after a minute. */
  processing?: boolean
  /** Its money is available for payout at once. */
  availableAtOnce?: boolean
  risk?: 'elevated' | 'highest'
}

/** Fails the check digit: no request is made with it. */
export const wrongNumber = '4242424242424241'

const paying: Card[] = [
  { name: 'visa', number: '4242424242424242', brand: 'visa' },
  { name: 'visa_debit', number: '4000056655665556', brand: 'visa', funding: 'debit' },
  { name: 'mastercard', number: '5555555555554444', brand: 'mastercard' },
  { name: 'mastercard_series2', number: '2223003122003222', brand: 'mastercard' },
  { name: 'mastercard_debit', number: '5200828282828210', brand: 'mastercard', funding: 'debit' },
  {
    name: 'mastercard_prepaid',
    number: '5105105105105100',
    brand: 'mastercard',
    funding: 'prepaid',
  },
  { name: 'amex', number: '378282246310005', brand: 'amex' },
  { name: 'amex_second', number: '371449635398431', brand: 'amex' },
  { name: 'discover', number: '6011111111111117', brand: 'discover' },
  { name: 'diners', number: '3056930009020004', brand: 'diners' },
  { name: 'diners_14_digits', number: '36227206271667', brand: 'diners' },
  { name: 'jcb', number: '3566002020360505', brand: 'jcb', country: 'JP' },
  { name: 'unionpay', number: '6200000000000005', brand: 'unionpay', country: 'CN' },
  { name: 'jp', number: '4000003920000003', brand: 'visa', country: 'JP' },
  { name: 'bypassPending', number: '4000000000000077', brand: 'visa', availableAtOnce: true },
  { name: 'riskLevelElevated', number: '4000000000009235', brand: 'visa', risk: 'elevated' },
  { name: 'cvcCheckFail', number: '4000000000000101', brand: 'visa', cvcCheck: 'fail' },
]

const challenged: Card[] = [
  {
    name: 'threeDSecure2Required',
    also: ['threeDSecureRequired'],
    number: '4000000000003220',
    brand: 'visa',
    challenge: 'unless_set_up',
  },
  {
    name: 'authenticationRequiredOnSetup',
    number: '4000002500003155',
    brand: 'visa',
    challenge: 'unless_set_up',
  },
  {
    name: 'authenticationRequired',
    number: '4000002760003184',
    brand: 'visa',
    challenge: 'always',
  },
  {
    name: 'authenticationRequiredSetupForOffSession',
    number: '4000003800000446',
    brand: 'visa',
    challenge: 'on_session',
  },
  {
    name: 'authenticationRequiredChargeDeclinedInsufficientFunds',
    number: '4000008260003178',
    brand: 'visa',
    challenge: 'always',
    decline: 'insufficient_funds',
    declinesAt: 'charge',
  },
  {
    name: 'threeDSecureRequiredChargeDeclined',
    number: '4000008400001629',
    brand: 'visa',
    challenge: 'always',
    decline: 'generic_decline',
    declinesAt: 'charge',
  },
  {
    name: 'threeDSecureRequiredProcessingError',
    number: '4000008400001280',
    brand: 'visa',
    decline: 'processing_error',
  },
]

const declines: [name: string, number: string, decline: string][] = [
  ['chargeDeclined', '4000000000000002', 'generic_decline'],
  ['chargeDeclinedInsufficientFunds', '4000000000009995', 'insufficient_funds'],
  ['chargeDeclinedLostCard', '4000000000009987', 'lost_card'],
  ['chargeDeclinedStolenCard', '4000000000009979', 'stolen_card'],
  ['chargeDeclinedExpiredCard', '4000000000000069', 'expired_card'],
  ['chargeDeclinedIncorrectCvc', '4000000000000127', 'incorrect_cvc'],
  ['chargeDeclinedProcessingError', '4000000000000119', 'processing_error'],
  ['chargeDeclinedVelocityLimitExceeded', '4000000000006975', 'card_velocity_exceeded'],
  ['chargeDeclinedFraudulent', '4100000000000019', 'fraudulent'],
]
const declining = declines.map(
  ([name, number, decline]): Card => ({
    name,
    also: [`visa_${name}`],
    number,
    brand: 'visa',
    decline,
  }),
)

const later: Card[] = [
  {
    name: 'chargeCustomerFail',
    number: '4000000000000341',
    brand: 'visa',
    decline: 'generic_decline',
    declinesAt: 'charge',
  },
  {
    name: 'radarBlock',
    number: '4000000000004954',
    brand: 'visa',
    decline: 'fraudulent',
    declinesAt: 'charge',
    risk: 'highest',
  },
  { name: 'createDispute', number: '4000000000000259', brand: 'visa', dispute: 'fraudulent' },
  {
    name: 'createDisputeProductNotReceived',
    number: '4000000000002685',
    brand: 'visa',
    dispute: 'product_not_received',
  },
  {
    name: 'createDisputeInquiry',
    number: '4000000000001976',
    brand: 'visa',
    dispute: 'fraudulent',
    inquiry: true,
  },
  {
    name: 'createIssuerFraudRecord',
    number: '4000000000005423',
    brand: 'visa',
    fraudWarning: true,
  },
  { name: 'pendingRefund', number: '4000000000007726', brand: 'visa', refund: 'pending' },
  { name: 'refundFail', number: '4000000000005126', brand: 'visa', refund: 'fails' },
]

/** Our own addition: `tok_decline_<code>` for every documented decline code; most have no test card at Stripe. */
const everyDecline: Card[] = Object.keys(codes).map((decline) => ({
  name: `decline_${decline}`,
  brand: 'visa',
  decline,
  declinesAt: 'charge',
}))

/** Our own addition: a payment that settles late, which is rare but possible. */
const slow: Card[] = [{ name: 'processing', brand: 'visa', processing: true }]

export const cards: Card[] = [
  ...paying,
  ...challenged,
  ...declining,
  ...later,
  ...everyDecline,
  ...slow,
]

const byNumber = new Map(cards.flatMap((card) => (card.number ? [[card.number, card]] : [])))
const byEnding = new Map(
  cards.flatMap((card) => [card.name, ...(card.also ?? [])].map((name) => [name, card])),
)

export const cardOfNumber = (number: string) => byNumber.get(number)

/** Finds a card by `tok_visa` or `pm_card_visa`, which are stable names. */
export const cardOfToken = (token: string) => byEnding.get(token.replace(/^tok_|^pm_card_/, ''))

/** What pays in place of a card in a convenience store: nobody challenges, declines or disputes cash. */
export const CASH: Card = { name: 'konbini', brand: 'visa', refund: 'asks' }

export function cardNamed(name: string | undefined): Card {
  if (name === CASH.name) return CASH
  const card = byEnding.get(name ?? '')
  if (!card) throw new Error(`the card table has no ${name}`)
  return card
}

export const last4 = ({ number = '4242424242420000' }: Card) => number.slice(-4)
