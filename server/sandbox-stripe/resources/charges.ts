import { answerList } from '../core/answer-list.ts'
import { listShape, operation } from '../core/operation.ts'
import { emptyable, metadata, text } from '../core/params.ts'
import { change } from '../webhooks/events.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/charges'

/** Read-only: charges are created by payment intents. */
export const charges = [
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => scope.take('charge', id, 'charge')),
  operation(
    'GET',
    PATH,
    listShape({ customer: text, payment_intent: text, transfer_group: text }),
    (scope, { params: { customer, payment_intent, transfer_group, ...page } }) =>
      answerList(scope, PATH, 'charge', page, { customer, payment_intent, transfer_group }),
  ),
  operation('GET', `${PATH}/:id/refunds`, listShape({}), (scope, { id, params }) => {
    scope.take('charge', id, 'charge')
    return answerList(scope, `${PATH}/${id}/refunds`, 'refund', params, { charge: id })
  }),
  operation(
    'POST',
    `${PATH}/:id`,
    { metadata, description: emptyable(text), receipt_email: emptyable(text) },
    (scope, { id, params }) => {
      const before = scope.take('charge', id, 'charge')
      const { description = before.description, receipt_email = before.receipt_email } = params
      return change<'charge'>(
        scope,
        before,
        { description, receipt_email, metadata: mergeMetadata(before.metadata, params.metadata) },
        'charge.updated',
      )
    },
  ),
]
