import type Stripe from 'stripe'
import { answerList } from '../core/answer-list.ts'
import { listShape, operation } from '../core/operation.ts'
import { text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { asOfNow, balances } from '../payments/money.ts'

const PATH = '/v1/balance_transactions'

export const balance = [
  operation('GET', '/v1/balance', {}, (scope) => balanceOf(scope)),
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) =>
    asOfNow(scope, scope.take('balance_transaction', id)),
  ),
  operation(
    'GET',
    PATH,
    listShape({ currency: text, source: text, type: text }),
    (scope, { params: { currency, source, type, ...page } }) => {
      const list = answerList(scope, PATH, 'balance_transaction', page, { currency, source, type })
      return { ...list, data: list.data.map((entry) => asOfNow(scope, entry)) }
    },
  ),
]

function balanceOf(scope: Scope): Stripe.Balance {
  const { available, pending } = balances(scope)
  const of = (amount: number) => [{ amount, currency: 'jpy', source_types: { card: amount } }]
  return {
    object: 'balance',
    available: of(available),
    livemode: false,
    pending: of(pending),
    refund_and_dispute_prefunding: { available: of(0), pending: of(0) },
  }
}
