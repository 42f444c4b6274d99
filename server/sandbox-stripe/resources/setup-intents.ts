import type Stripe from 'stripe'
import { answerList } from '../core/answer-list.ts'
import { Failure, invalid } from '../core/failures.ts'
import { newClientSecret } from '../core/ids.ts'
import { idOf } from '../core/kinds.ts'
import { listShape, operation } from '../core/operation.ts'
import {
  anything,
  choice,
  emptyable,
  flag,
  list,
  metadata,
  type Read,
  shape,
  text,
} from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { defined } from '../core/values.ts'
import { closePagesOf } from '../payments/challenge.ts'
import { usableMethod } from '../payments/checks.ts'
import { APPLICATION } from '../payments/money.ts'
import { methodDataShape, methodFromData } from '../payments/payment-method.ts'
import { attemptSetup } from '../payments/setup.ts'
import { change, emit } from '../webhooks/events.ts'
import { browserView, checkSecret, methodView } from './browser-view.ts'
import { takeCustomer } from './customers.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/setup_intents'
type Intent = Stripe.SetupIntent

const confirming = {
  payment_method: text,
  payment_method_data: methodDataShape,
  return_url: text,
  use_stripe_sdk: flag,
  mandate_data: anything,
  payment_method_options: shape({
    card: shape({ request_three_d_secure: choice('any', 'automatic', 'challenge') }),
  }),
}
const creating = {
  ...confirming,
  customer: text,
  confirm: flag,
  description: text,
  metadata,
  usage: choice('off_session', 'on_session'),
  allowed_payment_method_types: list(choice('card')),
  automatic_payment_methods: shape({ enabled: flag, allow_redirects: choice('always', 'never') }),
}
const updating = { customer: text, description: emptyable(text), metadata, payment_method: text }
type Confirming = Read<typeof confirming>

export const setupIntents = [
  operation('POST', PATH, creating, (scope, { params }) => create(scope, params)),
  operation(
    'GET',
    PATH,
    listShape({ customer: text, payment_method: text }),
    (scope, { params: { customer, payment_method, ...page } }) =>
      answerList(scope, PATH, 'setup_intent', page, { customer, payment_method }),
  ),
  operation(
    'GET',
    `${PATH}/:id`,
    { client_secret: text },
    (scope, { id, params, trusted }) =>
      browserView(checkSecret(scope.take('setup_intent', id, 'intent'), params, trusted), trusted),
    'with_client_secret',
  ),
  operation(
    'POST',
    `${PATH}/:id/confirm`,
    { ...confirming, client_secret: text },
    (scope, { id, params, trusted }) => {
      const intent = checkSecret(scope.take('setup_intent', id, 'intent'), params, trusted)
      return browserView(confirm(scope, intent, params, trusted), trusted)
    },
    'with_client_secret',
  ),
  operation(
    'POST',
    `${PATH}/:id/cancel`,
    { cancellation_reason: choice('abandoned', 'duplicate', 'requested_by_customer') },
    (scope, { id, params }) => {
      const intent = scope.take('setup_intent', id, 'intent')
      refuseEnded(intent, 'cancel')
      closePagesOf(scope, id)
      const canceled = scope.put<'setup_intent'>({
        ...intent,
        status: 'canceled',
        cancellation_reason: params.cancellation_reason ?? null,
        next_action: null,
      })
      emit<'setup_intent'>(scope, 'setup_intent.canceled', canceled)
      return canceled
    },
  ),
  operation('POST', `${PATH}/:id`, updating, (scope, { id, params }) => {
    const intent = scope.take('setup_intent', id, 'intent')
    refuseEnded(intent, 'update')
    const customer = params.customer ?? idOf(intent.customer)
    const method = params.payment_method && usableMethod(scope, params.payment_method, customer).id
    return change<'setup_intent'>(scope, intent, {
      customer,
      ...(params.description === undefined ? {} : { description: params.description }),
      metadata: mergeMetadata(intent.metadata, params.metadata),
      ...(method ? { payment_method: method, status: 'requires_confirmation' } : {}),
    })
  }),
]

function create(scope: Scope, params: Read<typeof creating>): Intent {
  const customer = params.customer ? takeCustomer(scope, params.customer).id : null
  const method = methodIn(scope, params, customer)
  const intent = scope.put<'setup_intent'>(intentOf(scope, params, method))
  emit<'setup_intent'>(scope, 'setup_intent.created', intent)
  if (!params.confirm) return intent
  return confirm(
    scope,
    intent,
    { ...params, payment_method: undefined, payment_method_data: undefined },
    true,
  )
}

function methodIn(scope: Scope, params: Confirming, customer: string | null): string | null {
  if (params.payment_method_data)
    return methodFromData(scope, params.payment_method_data, 'payment_method_data').id
  return params.payment_method ? usableMethod(scope, params.payment_method, customer).id : null
}

function confirm(scope: Scope, before: Intent, params: Confirming, trusted: boolean): Intent {
  refuseEnded(before, 'confirm')
  const method = methodIn(scope, params, idOf(before.customer)) ?? idOf(before.payment_method)
  if (!method)
    throw unexpected(
      before,
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
    )
  const intent = scope.put<'setup_intent'>({ ...before, payment_method: method, next_action: null })
  const after = attemptSetup(scope, intent, params.return_url ?? null)
  if (after.status !== 'requires_payment_method') return after
  const { type, code, decline_code, message, payment_method } = defined(
    after.last_setup_error,
    'last_setup_error of a declined intent',
  )
  const refused = defined(payment_method, 'payment_method of a declined intent')
  throw new Failure(
    402,
    {
      type,
      message: message ?? '',
      ...(code ? { code } : {}),
      ...(decline_code ? { decline_code } : {}),
      payment_method: trusted ? refused : methodView(refused),
      setup_intent: browserView(after, trusted),
    },
    { keepsWork: true },
  )
}

function refuseEnded(intent: Intent, verb: string): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpected(
      intent,
      `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    )
}

const unexpected = (intent: Intent, message: string) =>
  new Failure(400, {
    ...invalid(message).body,
    code: 'setup_intent_unexpected_state',
    setup_intent: intent,
  })

function intentOf(scope: Scope, params: Read<typeof creating>, method: string | null): Intent {
  const id = scope.newId('setup_intent')
  const automatic = params.automatic_payment_methods
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: scope.account ? APPLICATION : null,
    automatic_payment_methods: automatic
      ? {
          enabled: automatic.enabled ?? null,
          allow_redirects: automatic.allow_redirects ?? 'always',
        }
      : null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: scope.now(),
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        mandate_options: null,
        network: null,
        request_three_d_secure:
          params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
      },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  }
}
