import { planOf } from '../billing/catalogue.ts'
import { endSubscription, hasEnded } from '../billing/end-subscription.ts'
import { periodEnd } from '../billing/period.ts'
import { startShape, startSubscription, takeOwnMethod } from '../billing/start.ts'
import { answerList } from '../core/answer-list.ts'
import { invalid, missing } from '../core/failures.ts'
import { idOf, type Kinds } from '../core/kinds.ts'
import { listShape, operation } from '../core/operation.ts'
import {
  choice,
  emptyable,
  flag,
  list,
  metadata,
  number,
  type Read,
  required,
  shape,
  text,
} from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { definedFields } from '../core/values.ts'
import { change } from '../webhooks/events.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/subscriptions'
type Subscription = Kinds['subscription']

const cancellation = shape({
  comment: text,
  feedback: choice(
    'customer_service',
    'low_quality',
    'missing_features',
    'other',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
  ),
})
const updating = {
  application_fee_percent: emptyable(number),
  cancel_at_period_end: flag,
  cancellation_details: cancellation,
  default_payment_method: text,
  description: emptyable(text),
  items: list(required(shape({ id: required(text), price: required(text) }))),
  metadata,
  pause_collection: emptyable(shape({ behavior: required(choice('void')) })),
  proration_behavior: choice('none'),
  payment_settings: startShape.payment_settings,
}

export const subscriptions = [
  operation('POST', PATH, startShape, (scope, { params }) => startSubscription(scope, params)),
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => scope.take('subscription', id)),
  operation(
    'GET',
    PATH,
    listShape({
      customer: text,
      status: choice(
        'active',
        'all',
        'canceled',
        'ended',
        'incomplete',
        'incomplete_expired',
        'past_due',
        'paused',
        'trialing',
        'unpaid',
      ),
    }),
    (scope, { params: { customer, status, ...page } }) =>
      answerList(scope, PATH, 'subscription', page, { customer, status: statusFilter(status) }),
  ),
  operation('POST', `${PATH}/:id`, updating, (scope, { id, params }) =>
    update(scope, scope.take('subscription', id), params),
  ),
  operation(
    'DELETE',
    `${PATH}/:id`,
    { cancellation_details: cancellation, invoice_now: choice('false'), prorate: choice('false') },
    (scope, { id, params }) => {
      const subscription = scope.take('subscription', id)
      if (hasEnded(subscription)) throw missing('subscription', id, 'id')
      return endSubscription(
        scope,
        subscription,
        'cancellation_requested',
        params.cancellation_details,
      )
    },
  ),
]

/** Default: without canceled ones. */
function statusFilter(status: string | undefined) {
  if (status === 'all') return undefined
  if (status === 'ended') return ['canceled', 'incomplete_expired']
  return status ?? { not: 'canceled' }
}

function update(scope: Scope, before: Subscription, params: Read<typeof updating>): Subscription {
  const { cancel_at_period_end: ends, default_payment_method: method } = params
  const [param = '', ...others] = Object.keys(definedFields(params))
  const harmless = ['', 'metadata', 'cancellation_details']
  if (hasEnded(before) && [param, ...others].some((name) => !harmless.includes(name)))
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      { param },
    )
  if (method) takeOwnMethod(scope, method, idOf(before.customer))
  const { application_fee_percent, description } = params
  return change<'subscription'>(
    scope,
    before,
    {
      ...definedFields({ application_fee_percent, description }),
      ...(params.items ? { items: repriced(scope, before, params.items) } : {}),
      ...(method ? { default_payment_method: method } : {}),
      ...(ends === undefined || ends === before.cancel_at_period_end
        ? {}
        : ending(scope, before, ends)),
      ...(params.payment_settings?.save_default_payment_method
        ? {
            payment_settings: {
              ...before.payment_settings,
              save_default_payment_method: params.payment_settings.save_default_payment_method,
            },
          }
        : {}),
      ...(params.pause_collection === undefined
        ? {}
        : { pause_collection: params.pause_collection && { behavior: 'void', resumes_at: null } }),
      metadata: mergeMetadata(before.metadata, params.metadata),
    },
    'customer.subscription.updated',
  )
}

/** Other prices of its items, from the next period on. */
function repriced(
  scope: Scope,
  { items }: Subscription,
  changes: NonNullable<Read<typeof updating>['items']>,
): Subscription['items'] {
  const data = items.data.map((item) => {
    const change = changes.find(({ id }) => id === item.id)
    if (!change) return item
    const price = scope.take('price', change.price, 'items[0][price]')
    return { ...item, price, plan: planOf(price) }
  })
  return { ...items, data }
}

/** Sets or revokes the cancellation at the end of the period. */
const ending = (scope: Scope, before: Subscription, ends: boolean): Partial<Subscription> => ({
  cancel_at_period_end: ends,
  cancel_at: ends ? periodEnd(before) : null,
  canceled_at: ends ? scope.now() : null,
  cancellation_details: {
    ...before.cancellation_details,
    reason: ends ? 'cancellation_requested' : null,
  },
})
