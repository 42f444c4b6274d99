import { Failure, invalid } from '../core/failures.ts'
import { idOf, type Kinds } from '../core/kinds.ts'
import { anything, choice, emptyable, flag, type Read, shape, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { defined } from '../core/values.ts'
import { browserView, methodView } from '../resources/browser-view.ts'
import { attempt } from './attempt.ts'
import { chargeable, usableMethod } from './checks.ts'
import { konbiniOptions } from './konbini.ts'
import { methodDataShape, methodFromData } from './payment-method.ts'
import { unexpected } from './unexpected.ts'

type Intent = Kinds['payment_intent']

const usage = choice('off_session', 'on_session')
export const confirming = {
  payment_method: text,
  payment_method_data: methodDataShape,
  off_session: flag,
  return_url: text,
  setup_future_usage: emptyable(usage),
  use_stripe_sdk: flag,
  payment_method_options: shape({
    card: shape({ request_three_d_secure: choice('any', 'automatic', 'challenge') }),
    konbini: konbiniOptions,
  }),
  receipt_email: emptyable(text),
  mandate_data: anything,
  error_on_requires_action: flag,
}
type Confirming = Read<typeof confirming>

/** The payment method of a request, by id or by its data; must belong to the customer or to none. */
export function methodIn(
  scope: Scope,
  params: Pick<Confirming, 'payment_method' | 'payment_method_data'>,
  customer: string | null,
): string | null {
  if (params.payment_method && params.payment_method_data)
    throw invalid(
      'You cannot provide both payment_method and payment_method_data at the same time.',
    )
  if (params.payment_method_data)
    return methodFromData(scope, params.payment_method_data, 'payment_method_data').id
  return params.payment_method ? usableMethod(scope, params.payment_method, customer).id : null
}

export function confirm(
  scope: Scope,
  before: Intent,
  params: Confirming,
  trusted: boolean,
): Intent {
  if (
    !['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(before.status)
  )
    throw unexpected(
      before,
      `You cannot confirm this PaymentIntent because its status is ${before.status}.`,
    )
  if (params.off_session && params.setup_future_usage)
    throw invalid('You cannot set both off_session and setup_future_usage.', {
      param: 'off_session',
    })
  chargeable(scope)
  const newMethod = methodIn(scope, params, idOf(before.customer))
  const method = newMethod ?? idOf(before.payment_method)
  if (!method)
    throw unexpected(
      before,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  usableMethod(scope, method, idOf(before.customer))
  const intent = scope.put<'payment_intent'>({
    ...before,
    payment_method: method,
    next_action: null,
    ...(params.setup_future_usage === undefined
      ? {}
      : { setup_future_usage: params.setup_future_usage }),
    ...(params.receipt_email === undefined ? {} : { receipt_email: params.receipt_email }),
  })
  const after = attempt(scope, intent, {
    offSession: params.off_session ?? false,
    returnUrl: params.return_url ?? scope.hidden(intent.id).returnUrl ?? null,
    whenChallenged: params.off_session ? 'decline' : 'wait',
  })
  if (after.status === 'requires_action' && params.error_on_requires_action)
    throw apiError(
      after,
      {
        type: 'card_error',
        code: 'authentication_required',
        message:
          'This payment required an authentication action to complete, but `error_on_requires_action` was set.',
      },
      trusted,
    )
  if (after.status === 'requires_payment_method') throw declined(after, trusted)
  return after
}

/** 402 with the intent; the work is committed. */
function declined(intent: Intent, trusted: boolean): Failure {
  const { type, code, decline_code, message, charge, payment_method } = defined(
    intent.last_payment_error,
    'last_payment_error of a declined intent',
  )
  const body = {
    type,
    message: message ?? '',
    ...(code ? { code } : {}),
    ...(decline_code ? { decline_code } : {}),
    ...(charge && trusted ? { charge } : {}),
    ...(payment_method
      ? { payment_method: trusted ? payment_method : methodView(payment_method) }
      : {}),
  }
  return apiError(intent, body, trusted)
}
const apiError = (intent: Intent, body: Failure['body'], trusted: boolean) =>
  new Failure(402, { ...body, payment_intent: browserView(intent, trusted) }, { keepsWork: true })
