import { answerList } from '../core/answer-list.ts'
import { invalid } from '../core/failures.ts'
import { listShape, operation } from '../core/operation.ts'
import { choice, integer, metadata, required, text } from '../core/params.ts'
import { giveBack, payOut } from '../payments/payout.ts'
import { change } from '../webhooks/events.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/payouts'

export const payouts = [
  operation(
    'POST',
    PATH,
    {
      amount: required(integer),
      currency: required(choice('jpy')),
      description: text,
      metadata,
      method: choice('standard'),
      source_type: choice('card'),
      statement_descriptor: text,
    },
    (scope, { params: { amount, description, metadata: names, statement_descriptor } }) =>
      payOut(scope, {
        amount,
        automatic: false,
        description,
        metadata: mergeMetadata({}, names),
        statement_descriptor,
      }),
  ),
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => scope.take('payout', id, 'payout')),
  operation('GET', PATH, listShape({ status: text }), (scope, { params: { status, ...page } }) =>
    answerList(scope, PATH, 'payout', page, { status }),
  ),
  operation('POST', `${PATH}/:id/cancel`, {}, (scope, { id }) => {
    const payout = scope.take('payout', id, 'payout')
    if (payout.status !== 'pending' || payout.automatic)
      throw invalid(
        `Payouts can only be canceled while they are pending. ${id} is ${payout.status}.`,
      )
    return giveBack(scope, payout, 'canceled')
  }),
  operation('POST', `${PATH}/:id`, { metadata }, (scope, { id, params }) => {
    const before = scope.take('payout', id, 'payout')
    const after = { metadata: mergeMetadata(before.metadata, params.metadata) }
    return change<'payout'>(scope, before, after, 'payout.updated')
  }),
]
