import type Stripe from 'stripe'
import { answerList } from '../core/answer-list.ts'
import { listShape, operation } from '../core/operation.ts'
import { flag, metadata, shape, text } from '../core/params.ts'
import { definedFields } from '../core/values.ts'
import { endDispute } from '../payments/dispute.ts'
import { change } from '../webhooks/events.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/disputes'
const evidence = shape({
  access_activity_log: text,
  cancellation_policy_disclosure: text,
  cancellation_rebuttal: text,
  customer_email_address: text,
  customer_name: text,
  product_description: text,
  refund_policy_disclosure: text,
  refund_refusal_explanation: text,
  service_date: text,
  uncategorized_text: text,
})

export const disputes = [
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => scope.take('dispute', id, 'dispute')),
  operation(
    'GET',
    PATH,
    listShape({ charge: text, payment_intent: text }),
    (scope, { params: { charge, payment_intent, ...page } }) =>
      answerList(scope, PATH, 'dispute', page, { charge, payment_intent }),
  ),
  operation(
    'POST',
    `${PATH}/:id`,
    { evidence, metadata, submit: flag },
    (scope, { id, params }) => {
      const before = scope.take('dispute', id, 'dispute')
      const given = definedFields(params.evidence ?? {})
      const hasEvidence = Object.keys(given).length > 0
      const submitted = params.submit !== false && hasEvidence
      return change<'dispute'>(
        scope,
        before,
        {
          evidence: { ...before.evidence, ...given },
          evidence_details: {
            ...before.evidence_details,
            has_evidence: before.evidence_details.has_evidence || hasEvidence,
            submission_count: before.evidence_details.submission_count + Number(submitted),
          },
          metadata: mergeMetadata(before.metadata, params.metadata),
          ...(submitted ? { status: reviewed(before.status) } : {}),
        },
        'charge.dispute.updated',
      )
    },
  ),
  operation('POST', `${PATH}/:id/close`, {}, (scope, { id }) =>
    endDispute(scope, scope.take('dispute', id, 'dispute'), 'lost'),
  ),
]

const reviewed = (status: Stripe.Dispute.Status): Stripe.Dispute.Status =>
  status.startsWith('warning') ? 'warning_under_review' : 'under_review'
