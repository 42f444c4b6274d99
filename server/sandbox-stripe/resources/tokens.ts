import type Stripe from 'stripe'
import { last4 } from '../cards/cards.ts'
import {
  cardParams,
  documentedCard,
  type Entered,
  enteredCard,
  fingerprintOf,
} from '../cards/input.ts'
import { invalid, missing } from '../core/failures.ts'
import { newId } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { required, shape } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'

export const tokens = [
  operation(
    'POST',
    '/v1/tokens',
    { card: required(shape(cardParams)) },
    (scope, { params }) => {
      const entered = enteredCard(scope, params.card)
      return scope.put<'token'>(tokenOf(scope, entered), { card: entered.card.name })
    },
    'freely',
  ),
  operation('GET', '/v1/tokens/:id', {}, (scope, { id }) => scope.take('token', id, 'token')),
]

/** The card of a token, which can be used once; `tok_visa` etc. any number of times. */
export function spendToken(scope: Scope, id: string, param: string): Entered {
  const documented = documentedCard(scope, id)
  if (documented && id.startsWith('tok_')) return documented
  const token = scope.find('token', id)
  if (!token?.card) throw missing('token', id, param)
  if (token.used)
    throw invalid(`You cannot use a Stripe token more than once: ${id}.`, {
      code: 'token_already_used',
      param,
    })
  scope.put<'token'>({ ...token, used: true })
  const { exp_month, exp_year, name, cvc_check } = token.card
  const card = documentedCard(scope, `tok_${scope.hidden(id).card}`)
  if (!card) throw new Error('the token belongs to no card')
  return { ...card, exp_month, exp_year, name, cvcGiven: cvc_check !== null }
}

function tokenOf(scope: Scope, entered: Entered): Stripe.Token {
  return {
    id: scope.newId('token'),
    object: 'token',
    card: sourceCard(entered),
    client_ip: null,
    created: scope.now(),
    livemode: false,
    type: 'card',
    used: false,
  }
}

const brandNames = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'MasterCard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

const sourceCard = ({ card, exp_month, exp_year, cvcGiven, name }: Entered): Stripe.Card => ({
  id: newId('card'),
  object: 'card',
  address_city: null,
  address_country: null,
  address_line1: null,
  address_line1_check: null,
  address_line2: null,
  address_state: null,
  address_zip: null,
  address_zip_check: null,
  brand: brandNames[card.brand],
  country: card.country ?? 'US',
  cvc_check: cvcGiven ? 'unchecked' : null,
  dynamic_last4: null,
  exp_month,
  exp_year,
  fingerprint: fingerprintOf(card),
  funding: card.funding ?? 'credit',
  last4: last4(card),
  metadata: {},
  name,
  regulated_status: 'unregulated',
  tokenization_method: null,
})
