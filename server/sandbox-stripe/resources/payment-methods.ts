import type Stripe from 'stripe'
import { answerList } from '../core/answer-list.ts'
import { invalid } from '../core/failures.ts'
import { idOf } from '../core/kinds.ts'
import { operation, timelessListShape } from '../core/operation.ts'
import { billingDetails, choice, integer, metadata, required, shape, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { definedFields } from '../core/values.ts'
import {
  attach,
  methodData,
  methodFromData,
  noAddress,
  refuseSpent,
  takeMethod,
} from '../payments/payment-method.ts'
import { change, emit } from '../webhooks/events.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/payment_methods'
const one = (scope: Scope, id: string) => takeMethod(scope, id)

export const paymentMethods = [
  operation(
    'POST',
    PATH,
    { ...methodData, customer: text, payment_method: text },
    (scope, { params: { customer, payment_method, ...data }, trusted }) => {
      if (!payment_method && !customer) return methodFromData(scope, data, '')
      if (!trusted) throw invalid('A publishable API key may not clone a PaymentMethod.')
      return clone(scope, payment_method, customer)
    },
    'freely',
  ),
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => one(scope, id)),
  operation('POST', `${PATH}/:id/attach`, { customer: required(text) }, (scope, { id, params }) =>
    attach(scope, one(scope, id), params.customer),
  ),
  operation('POST', `${PATH}/:id/detach`, {}, (scope, { id }) => detach(scope, one(scope, id))),
  operation(
    'POST',
    `${PATH}/:id`,
    {
      metadata,
      billing_details: billingDetails,
      card: shape({ exp_month: integer, exp_year: integer }),
      allow_redisplay: choice('always', 'limited', 'unspecified'),
    },
    (scope, { id, params }) => update(scope, one(scope, id), params),
  ),
  operation(
    'GET',
    PATH,
    timelessListShape({ customer: text, type: text, allow_redisplay: text }),
    (scope, { params: { customer, type, allow_redisplay, ...page } }) =>
      answerList(scope, PATH, 'payment_method', page, {
        ...(customer ? { customer } : {}),
        type,
        allow_redisplay,
      }),
  ),
]

/** Clones a card of the platform to a seller's account, where it is not set up for off-session use. */
function clone(scope: Scope, source: string | undefined, customer: string | undefined) {
  if (!source) throw invalid('Missing required param: payment_method.', { param: 'payment_method' })
  if (!scope.account)
    throw invalid(
      'You may only clone a PaymentMethod to a connected account: set the Stripe-Account header.',
      { param: 'payment_method' },
    )
  const platform = scope.as('')
  const method = takeMethod(platform, source)
  const owner = idOf(method.customer)
  if (owner && !customer)
    throw invalid(
      `The PaymentMethod ${source} belongs to a Customer. Provide its customer to clone it.`,
      { code: 'parameter_missing', param: 'customer' },
    )
  if (customer && owner !== customer)
    throw invalid(`The customer does not have a payment method with the ID ${source}.`, {
      code: 'resource_missing',
      param: 'payment_method',
    })
  refuseSpent(platform, method)
  const { card } = platform.hidden(method.id)
  return scope.put<'payment_method'>(
    {
      ...method,
      id: scope.newId('payment_method'),
      created: scope.now(),
      customer: null,
      metadata: {},
    },
    card ? { card } : {},
  )
}

function detach(scope: Scope, method: Stripe.PaymentMethod) {
  const { customer } = method
  if (!customer)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  const detached = scope.put<'payment_method'>({ ...method, customer: null }, { consumed: true })
  emit<'payment_method'>(scope, 'payment_method.detached', detached, { customer })
  return detached
}

function update(
  scope: Scope,
  method: Stripe.PaymentMethod,
  params: {
    metadata: Record<string, string> | undefined
    billing_details: ReturnType<typeof billingDetails>
    card: { exp_month: number | undefined; exp_year: number | undefined } | undefined
    allow_redisplay: Stripe.PaymentMethod.AllowRedisplay | undefined
  },
) {
  const { address, ...billing } = params.billing_details ?? {}
  const { billing_details: details, card } = method
  return change<'payment_method'>(
    scope,
    method,
    {
      metadata: mergeMetadata(method.metadata, params.metadata),
      billing_details: {
        ...details,
        address: { ...(details.address ?? noAddress), ...definedFields(address ?? {}) },
        ...definedFields(billing),
      },
      ...(card ? { card: { ...card, ...definedFields(params.card ?? {}) } } : {}),
      ...(params.allow_redisplay ? { allow_redisplay: params.allow_redisplay } : {}),
    },
    'payment_method.updated',
  )
}
