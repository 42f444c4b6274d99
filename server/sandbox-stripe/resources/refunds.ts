import { answerList } from '../core/answer-list.ts'
import { invalid } from '../core/failures.ts'
import { idOf, type Kinds } from '../core/kinds.ts'
import { listShape, operation } from '../core/operation.ts'
import { choice, flag, integer, metadata, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { refund } from '../payments/refund.ts'
import { change } from '../webhooks/events.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/refunds'

export const refunds = [
  operation(
    'POST',
    PATH,
    {
      charge: text,
      payment_intent: text,
      amount: integer,
      instructions_email: text,
      metadata,
      reason: choice('duplicate', 'fraudulent', 'requested_by_customer'),
      refund_application_fee: flag,
    },
    (scope, { params }) =>
      refund(scope, chargeIn(scope, params), {
        amount: params.amount,
        reason: params.reason,
        metadata: mergeMetadata({}, params.metadata),
        withFee: params.refund_application_fee ?? false,
        instructionsEmail: params.instructions_email,
      }),
  ),
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => scope.take('refund', id)),
  operation('POST', `${PATH}/:id`, { metadata }, (scope, { id, params }) => {
    const before = scope.take('refund', id)
    const after = { metadata: mergeMetadata(before.metadata, params.metadata) }
    return change<'refund'>(scope, before, after, 'refund.updated')
  }),
  operation(
    'GET',
    PATH,
    listShape({ charge: text, payment_intent: text }),
    (scope, { params: { charge, payment_intent, ...page } }) =>
      answerList(scope, PATH, 'refund', page, { charge, payment_intent }),
  ),
]

function chargeIn(
  scope: Scope,
  params: { charge: string | undefined; payment_intent: string | undefined },
): Kinds['charge'] {
  if (params.charge) return scope.take('charge', params.charge, 'charge')
  if (!params.payment_intent)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = scope.take('payment_intent', params.payment_intent, 'payment_intent')
  const charge = idOf(intent.latest_charge)
  if (intent.status !== 'succeeded' || !charge)
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    )
  return scope.take('charge', charge)
}
