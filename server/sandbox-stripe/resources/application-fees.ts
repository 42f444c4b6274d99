import { answerList, inlineList } from '../core/answer-list.ts'
import { listShape, operation } from '../core/operation.ts'
import { integer, metadata, text } from '../core/params.ts'
import { refundFee, returnToSeller } from '../payments/fees.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/application_fees'

/** Exist on the platform only. */
export const applicationFees = [
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => scope.take('application_fee', id)),
  operation('GET', PATH, listShape({ charge: text }), (scope, { params: { charge, ...page } }) =>
    answerList(scope, PATH, 'application_fee', page, { charge }),
  ),
  operation('GET', `${PATH}/:id/refunds`, {}, (scope, { id }) => {
    const { refunds } = scope.take('application_fee', id)
    return inlineList(`${PATH}/${id}/refunds`, refunds.data)
  }),
  operation(
    'POST',
    `${PATH}/:id/refunds`,
    { amount: integer, metadata },
    (scope, { id, params }) => {
      const fee = scope.take('application_fee', id)
      const amount = params.amount ?? fee.amount - fee.amount_refunded
      const feeRefund = refundFee(scope, fee, amount, mergeMetadata({}, params.metadata))
      returnToSeller(scope, fee, feeRefund)
      return feeRefund
    },
  ),
]
