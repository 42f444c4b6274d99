import type Stripe from 'stripe'
import { CASH, type Card } from '../cards/cards.ts'
import type { Decline } from '../cards/declines.ts'
import { later } from '../core/jobs.ts'
import { idOf, type Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { defined } from '../core/values.ts'
import { emit } from '../webhooks/events.ts'
import { APPLICATION, applicationFee, book, providerFee, stripeFee } from './money.ts'
import { cardOf } from './payment-method.ts'

type Charge = Kinds['charge']

/** Input of a charge. */
export interface Paying {
  intent: Kinds['payment_intent']
  method: Stripe.PaymentMethod
  card: Card
  /** The cardholder has passed the challenge. */
  authenticated: boolean
}

/** Charges the card. The balance changes now, or `late_seconds` later. */
export function charge(scope: Scope, paying: Paying): Charge {
  const { late_seconds: late } = scope.settings
  const created = scope.put<'charge'>(chargeOf(scope, paying, null))
  const result = late > 0 ? created : moveMoney(scope, created)
  emit<'charge'>(scope, 'charge.succeeded', result)
  if (late > 0) later(scope, 'book_charge', result.id, scope.now() + late)
  if (paying.card.dispute) later(scope, 'open_dispute', result.id, scope.now() + late)
  if (paying.card.fraudWarning) later(scope, 'warn_of_fraud', result.id, scope.now() + late)
  return result
}

/** Completes a charge with its balance transaction and fee. */
export function bookCharge(scope: Scope, id: string): Charge {
  const before = scope.take('charge', id)
  if (before.balance_transaction) return before
  const after = moveMoney(scope, before)
  const { application_fee, balance_transaction } = before
  emit<'charge'>(scope, 'charge.updated', after, { application_fee, balance_transaction })
  return after
}

/** Credits the gross to the account, and moves the platform fee from there to the platform. */
function moveMoney(scope: Scope, chargeObject: Charge): Charge {
  const share = chargeObject.application_fee_amount ?? 0
  const entry = book(scope, {
    amount: chargeObject.amount,
    currency: chargeObject.currency,
    type: 'charge',
    category: 'charge',
    source: chargeObject.id,
    description: chargeObject.description,
    fees: [
      ...(share > 0 ? [applicationFee(share)] : []),
      stripeFee(providerFee(chargeObject.amount)),
    ],
    atOnce: cardOf(scope, chargeObject.payment_method).availableAtOnce ?? false,
  })
  const fee = share > 0 ? shareOf(scope, chargeObject, share) : null
  return scope.put<'charge'>({
    ...chargeObject,
    balance_transaction: entry.id,
    application_fee: fee?.id ?? null,
  })
}

/** Creates a declined charge. */
export function failedCharge(scope: Scope, paying: Paying, why: Decline): Charge {
  const created = scope.put<'charge'>(chargeOf(scope, paying, why))
  emit<'charge'>(scope, 'charge.failed', created)
  return created
}

function shareOf(scope: Scope, chargeObject: Charge, amount: number): Stripe.ApplicationFee {
  const platform = scope.as('')
  const id = platform.newId('application_fee')
  const entry = book(platform, {
    amount,
    currency: chargeObject.currency,
    type: 'application_fee',
    category: 'platform_earning',
    source: id,
  })
  const fee: Stripe.ApplicationFee = {
    id,
    object: 'application_fee',
    account: scope.account,
    amount,
    amount_refunded: 0,
    application: APPLICATION,
    balance_transaction: entry.id,
    charge: chargeObject.id,
    created: platform.now(),
    currency: chargeObject.currency,
    fee_source: { type: 'charge', charge: chargeObject.id },
    livemode: false,
    originating_transaction: null,
    refunded: false,
    refunds: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/application_fees/${id}/refunds`,
    },
  }
  platform.put<'application_fee'>(fee)
  emit<'application_fee'>(platform, 'application_fee.created', fee)
  return fee
}

function chargeOf(scope: Scope, paying: Paying, why: Decline | null): Charge {
  const { intent, method } = paying
  return {
    id: scope.newId('charge'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: why ? 0 : intent.amount,
    amount_refunded: 0,
    application: scope.account ? APPLICATION : null,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: descriptorOf(scope),
    captured: !why,
    created: scope.now(),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: why?.code ?? null,
    failure_message: why?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(paying.card, why),
    paid: !why,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(scope, paying),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: why ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

/** That of the account to which a direct charge belongs. */
const descriptorOf = (scope: Scope): string =>
  (scope.account &&
    scope.as('').find('account', scope.account)?.settings.payments.statement_descriptor) ||
  'ROOM SANDBOX'

const outcomeOf = (card: Card, why: Decline | null): Stripe.Charge.Outcome => ({
  advice_code: why ? 'try_again_later' : null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: why ? 'declined_by_network' : 'approved_by_network',
  reason: why ? (why.decline_code ?? why.code) : null,
  risk_level: card.risk ?? 'normal',
  risk_score: card.risk ? 75 : 20,
  seller_message: why ? 'The bank declined the payment.' : 'Payment complete.',
  type: why ? 'issuer_declined' : 'authorized',
})

function detailsOf(
  scope: Scope,
  { intent, method, card, authenticated }: Paying,
): Stripe.Charge.PaymentMethodDetails {
  if (card === CASH) return { type: 'konbini', konbini: { store: { chain: 'lawson' } } }
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4, checks } = defined(
    method.card,
    'card of the payment method',
  )
  return {
    type: 'card',
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: checks?.cvc_check ? (card.cvcCheck ?? 'pass') : null,
      },
      country,
      electronic_commerce_indicator: authenticated ? '05' : null,
      exp_month,
      exp_year,
      fingerprint: fingerprint ?? null,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_token: { used: false },
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: authenticated ? challenged(scope) : null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

const challenged = (scope: Scope): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure => ({
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: `sandbox-${scope.now()}`,
  version: '2.2.0',
})
