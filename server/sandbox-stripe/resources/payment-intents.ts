import { answerList } from '../core/answer-list.ts'
import { invalid } from '../core/failures.ts'
import { idOf, type Kinds } from '../core/kinds.ts'
import { listShape, operation } from '../core/operation.ts'
import {
  choice,
  emptyable,
  flag,
  integer,
  list,
  metadata,
  type Read,
  required,
  shape,
  text,
} from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { cancelIntent } from '../payments/cancel.ts'
import { chargeable, fitting } from '../payments/checks.ts'
import { confirm, confirming, methodIn } from '../payments/confirm.ts'
import { intentOf } from '../payments/intent.ts'
import { unexpected } from '../payments/unexpected.ts'
import { change, emit } from '../webhooks/events.ts'
import { browserView, checkSecret } from './browser-view.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/payment_intents'
type Intent = Kinds['payment_intent']

const describing = {
  customer: text,
  description: emptyable(text),
  metadata,
  statement_descriptor: text,
  statement_descriptor_suffix: text,
  application_fee_amount: emptyable(integer),
  transfer_group: text,
}
const creating = {
  ...confirming,
  ...describing,
  amount: required(integer),
  currency: required(text),
  confirm: flag,
  capture_method: choice('automatic', 'automatic_async'),
  confirmation_method: choice('automatic'),
  allowed_payment_method_types: list(choice('card', 'konbini')),
  automatic_payment_methods: shape({
    enabled: required(flag),
    allow_redirects: choice('always', 'never'),
  }),
}
const {
  payment_method,
  payment_method_data,
  payment_method_options,
  receipt_email,
  setup_future_usage,
} = confirming
const updating = {
  ...describing,
  amount: integer,
  currency: text,
  payment_method,
  payment_method_data,
  payment_method_options,
  receipt_email,
  setup_future_usage,
}
export const paymentIntents = [
  operation('POST', PATH, creating, (scope, { params }) => create(scope, params)),
  operation('GET', PATH, listShape({ customer: text }), (scope, { params }) => {
    const { customer, ...page } = params
    return answerList(scope, PATH, 'payment_intent', page, { customer })
  }),
  operation(
    'GET',
    `${PATH}/:id`,
    { client_secret: text },
    (scope, { id, params, trusted }) =>
      browserView(
        checkSecret(scope.take('payment_intent', id, 'intent'), params, trusted),
        trusted,
      ),
    'with_client_secret',
  ),
  operation(
    'POST',
    `${PATH}/:id/confirm`,
    { ...confirming, client_secret: text },
    (scope, { id, params, trusted }) => {
      const intent = checkSecret(scope.take('payment_intent', id, 'intent'), params, trusted)
      const allowed = trusted ? params : { ...params, off_session: undefined }
      return browserView(confirm(scope, intent, allowed, trusted), trusted)
    },
    'with_client_secret',
  ),
  operation(
    'POST',
    `${PATH}/:id/cancel`,
    {
      cancellation_reason: choice('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
    },
    (scope, { id, params }) => {
      const intent = scope.take('payment_intent', id, 'intent')
      if (scope.hidden(id).invoice)
        throw invalid(
          'You cannot cancel this PaymentIntent because it was created by an invoice. Void the invoice instead.',
          { code: 'payment_intent_unexpected_state' },
        )
      return cancelIntent(scope, intent, params.cancellation_reason ?? null)
    },
  ),
  operation('POST', `${PATH}/:id`, updating, (scope, { id, params }) =>
    update(scope, scope.take('payment_intent', id, 'intent'), params),
  ),
]

function create(scope: Scope, params: Read<typeof creating>): Intent {
  fitting(scope, params)
  if (params.confirm) chargeable(scope)
  const method = methodIn(scope, params, params.customer ?? null)
  const intent = scope.put<'payment_intent'>(intentOf(scope, params, method))
  emit<'payment_intent'>(scope, 'payment_intent.created', intent)
  if (!params.confirm) return intent
  return confirm(
    scope,
    intent,
    { ...params, payment_method: undefined, payment_method_data: undefined },
    true,
  )
}

function update(scope: Scope, intent: Intent, params: Read<typeof updating>): Intent {
  if (
    ['succeeded', 'canceled', 'requires_action', 'processing'].includes(intent.status) &&
    changesMoney(params)
  )
    throw unexpected(
      intent,
      `This PaymentIntent's amount, currency, customer or payment method could not be updated because it has a status of ${intent.status}.`,
    )
  const amount = params.amount ?? intent.amount
  const currency = params.currency ?? intent.currency
  const fee =
    params.application_fee_amount === undefined
      ? intent.application_fee_amount
      : params.application_fee_amount
  fitting(scope, { amount, currency, application_fee_amount: fee })
  const customer = params.customer ?? idOf(intent.customer)
  const newMethod = methodIn(scope, params, customer)
  const plainKeys = [
    'description',
    'receipt_email',
    'setup_future_usage',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_group',
  ] as const
  return change<'payment_intent'>(scope, intent, {
    ...Object.fromEntries(
      plainKeys.flatMap((key) => (params[key] === undefined ? [] : [[key, params[key]]])),
    ),
    amount,
    currency,
    customer,
    application_fee_amount: fee,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    ...(newMethod ? { payment_method: newMethod, status: 'requires_confirmation' } : {}),
  })
}

const changesMoney = (params: Read<typeof updating>) =>
  [
    params.amount,
    params.currency,
    params.customer,
    params.payment_method,
    params.payment_method_data,
    params.application_fee_amount,
  ].some((value) => value !== undefined)
