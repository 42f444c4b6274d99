import { answerList, inlineList } from '../core/answer-list.ts'
import { idOf } from '../core/kinds.ts'
import { listShape, operation } from '../core/operation.ts'
import { integer, metadata, text } from '../core/params.ts'
import { refundFee } from '../payments/fees.ts'
import { book } from '../payments/money.ts'

const PATH = '/v1/application_fees'

/** The platform's; a seller's account has none. */
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
      const made = refundFee(scope, fee, params.amount ?? fee.amount - fee.amount_refunded)
      // Its seller has it back on a line of its own.
      book(scope.as(idOf(fee.account)!), {
        amount: made.amount,
        currency: made.currency,
        type: 'application_fee_refund',
        category: 'fee',
        source: made.id,
      })
      return made
    },
  ),
]
