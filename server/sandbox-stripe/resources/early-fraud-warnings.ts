import { answerList } from '../core/answer-list.ts'
import { listShape, operation } from '../core/operation.ts'
import { text } from '../core/params.ts'

const PATH = '/v1/radar/early_fraud_warnings'
const KIND = 'radar.early_fraud_warning'

export const earlyFraudWarnings = [
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) =>
    scope.take(KIND, id, 'early_fraud_warning'),
  ),
  operation(
    'GET',
    PATH,
    listShape({ charge: text, payment_intent: text }),
    (scope, { params: { charge, payment_intent, ...page } }) =>
      answerList(scope, PATH, KIND, page, { charge, payment_intent }),
  ),
]
