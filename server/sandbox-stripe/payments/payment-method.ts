import type Stripe from 'stripe'
import { CASH, type Card, cardNamed, last4 } from '../cards/cards.ts'
import { declineOf } from '../cards/declines.ts'
import {
  cardShape,
  documentedCard,
  type Entered,
  enteredCard,
  fingerprintOf,
} from '../cards/input.ts'
import { Failure, invalid, malformed } from '../core/failures.ts'
import { idOf } from '../core/kinds.ts'
import { anything, billingDetails, choice, metadata, type Read, shape } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { defined, definedFields } from '../core/values.ts'
import { spendToken } from '../resources/tokens.ts'
import { emit } from '../webhooks/events.ts'

/** Inline payment method data, as a browser sends it. */
export const methodData = {
  type: choice('card', 'konbini'),
  card: cardShape,
  konbini: anything,
  billing_details: billingDetails,
  metadata,
  allow_redisplay: choice('always', 'limited', 'unspecified'),
}
export const methodDataShape = shape({
  ...methodData,
  // Added by Stripe.js.
  radar_options: anything,
  referrer: anything,
  time_on_page: anything,
  payment_user_agent: anything,
  guid: anything,
  muid: anything,
  sid: anything,
})
export type MethodData = Read<typeof methodData>

export function methodFromData(scope: Scope, data: MethodData, within: string) {
  if (data.type === 'konbini') return cashMethod(scope, data, within)
  const param = `${within}card[token]`
  if (!data.card)
    throw malformed(`Missing required param: ${within}card.`, {
      code: 'parameter_missing',
      param: `${within}card`,
    })
  const { token, ...input } = data.card
  const entered = token ? spendToken(scope, token, param) : enteredCard(scope, input)
  return attachMethod(scope, entered, data)
}

/** A payment method by id; `pm_card_visa` etc. create a new one each time. */
export function takeMethod(scope: Scope, id: string, param = 'payment_method') {
  const documented = id.startsWith('pm_card_') ? documentedCard(scope, id) : null
  return documented ? attachMethod(scope, documented, {}) : scope.take('payment_method', id, param)
}

/** The payment method of an intent that is confirmed. */
export const methodOf = (
  scope: Scope,
  { payment_method }: { payment_method: string | Stripe.PaymentMethod | null },
): Stripe.PaymentMethod =>
  scope.take(
    'payment_method',
    defined(idOf(payment_method), 'payment_method of the intent'),
    'payment_method',
  )

export const cardOf = (scope: Scope, methodId: string): Card =>
  cardNamed(scope.hidden(methodId).card)

/** Payment in a convenience store: the provider needs a name and an address for its emails. */
function cashMethod(scope: Scope, data: MethodData, within: string) {
  for (const name of ['name', 'email'] as const)
    if (!data.billing_details?.[name])
      throw malformed(`Missing required param: billing_details[${name}].`, {
        code: 'parameter_missing',
        param: `${within}[billing_details][${name}]`,
      })
  const method = { ...methodOfType(scope, 'konbini', data, null), konbini: {} }
  return scope.put<'payment_method'>(method, { card: CASH.name })
}

function attachMethod(scope: Scope, entered: Entered, data: Partial<MethodData>) {
  const method = { ...methodOfType(scope, 'card', data, entered.name), card: methodCard(entered) }
  return scope.put<'payment_method'>(method, { card: entered.card.name })
}

function methodOfType(
  scope: Scope,
  type: 'card' | 'konbini',
  data: Partial<MethodData>,
  name: string | null,
): Stripe.PaymentMethod {
  const billing = data.billing_details
  return {
    id: scope.newId('payment_method'),
    object: 'payment_method',
    allow_redisplay: data.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: { ...noAddress, ...definedFields(billing?.address ?? {}) },
      email: billing?.email ?? null,
      name: billing?.name ?? name,
      phone: billing?.phone ?? null,
      tax_id: null,
    },
    created: scope.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: data.metadata ?? {},
    type,
  }
}

export const noAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

const methodCard = ({
  card,
  exp_month,
  exp_year,
  cvcGiven,
}: Entered): Stripe.PaymentMethod.Card => ({
  brand: card.brand,
  checks: {
    address_line1_check: null,
    address_postal_code_check: null,
    cvc_check: cvcGiven ? 'unchecked' : null,
  },
  country: card.country ?? 'US',
  display_brand: card.brand,
  exp_month,
  exp_year,
  fingerprint: fingerprintOf(card),
  funding: card.funding ?? 'credit',
  generated_from: null,
  last4: last4(card),
  networks: { available: [card.brand], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
})

/** Attaches a payment method to a customer after asking the issuer, like Stripe. */
export function attach(scope: Scope, method: Stripe.PaymentMethod, customer: string) {
  const owner = idOf(method.customer)
  if (owner === customer) return method
  if (owner)
    throw invalid('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  refuseSpent(scope, method)
  scope.take('customer', customer, 'customer')
  const { decline, declinesAt } = cardOf(scope, method.id)
  if (decline && declinesAt !== 'charge')
    throw new Failure(402, { ...declineOf(decline), payment_method: method })
  return give(scope, method, customer)
}

/** Attaches without asking the issuer, after a successful payment or setup. */
export function give(scope: Scope, method: Stripe.PaymentMethod, customer: string) {
  if (idOf(method.customer) === customer) return method
  const attached = scope.put<'payment_method'>({
    ...method,
    customer,
    ...(method.card ? { card: { ...method.card, checks: checked(scope, method) } } : {}),
  })
  emit<'payment_method'>(scope, 'payment_method.attached', attached)
  return attached
}

const checked = (scope: Scope, { id, card }: Stripe.PaymentMethod) => ({
  address_line1_check: null,
  address_postal_code_check: null,
  cvc_check: card?.checks?.cvc_check ? (cardOf(scope, id).cvcCheck ?? 'pass') : null,
})

export function refuseSpent(scope: Scope, method: Stripe.PaymentMethod) {
  if (scope.hidden(method.id).consumed && !method.customer)
    throw invalid(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      { code: 'payment_method_unexpected_state', param: 'payment_method' },
    )
}
