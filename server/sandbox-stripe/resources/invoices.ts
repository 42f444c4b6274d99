import { collect, defaultMethod } from '../billing/collect.ts'
import { voidInvoice } from '../billing/end-subscription.ts'
import { takeOwnMethod } from '../billing/start.ts'
import { answerList } from '../core/answer-list.ts'
import { Failure, invalid } from '../core/failures.ts'
import type { Kinds } from '../core/kinds.ts'
import { listShape, operation } from '../core/operation.ts'
import { choice, flag, type Read, shape, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { chargeable } from '../payments/checks.ts'

const PATH = '/v1/invoices'
type Invoice = Kinds['invoice']

const paying = { payment_method: text, off_session: flag }

export const invoices = [
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => scope.take('invoice', id, 'invoice')),
  operation(
    'GET',
    PATH,
    listShape({
      customer: text,
      subscription: text,
      status: choice('draft', 'open', 'paid', 'uncollectible', 'void'),
    }),
    (scope, { params: { customer, subscription, status, ...page } }) =>
      answerList(scope, PATH, 'invoice', page, {
        customer,
        status,
        'parent.subscription_details.subscription': subscription,
      }),
  ),
  operation('POST', `${PATH}/:id/pay`, paying, (scope, { id, params }) =>
    pay(scope, scope.take('invoice', id, 'invoice'), params),
  ),
  operation('POST', `${PATH}/:id/void`, {}, (scope, { id }) => {
    const invoice = scope.take('invoice', id, 'invoice')
    if (invoice.status !== 'open')
      throw invalid(`You can only pass in open invoices. This invoice is ${invoice.status}.`)
    return voidInvoice(scope, invoice)
  }),
  operation('GET', '/v1/invoice_payments/:id', {}, (scope, { id }) =>
    scope.take('invoice_payment', id),
  ),
  operation(
    'GET',
    '/v1/invoice_payments',
    listShape({
      invoice: text,
      status: choice('canceled', 'open', 'paid'),
      payment: shape({ type: choice('payment_intent'), payment_intent: text }),
    }),
    (scope, { params: { invoice, status, payment, ...page } }) =>
      answerList(scope, '/v1/invoice_payments', 'invoice_payment', page, {
        invoice,
        status,
        'payment.payment_intent': payment?.payment_intent,
      }),
  ),
]

/** Pays an invoice now with the given card or the default; the cardholder may have to authenticate. */
function pay(scope: Scope, invoice: Invoice, params: Read<typeof paying>): Invoice {
  if (invoice.status === 'paid')
    throw invalid('Invoice is already paid', { code: 'invoice_already_paid' })
  if (invoice.status !== 'open')
    throw invalid(`You cannot pay an invoice with a status of ${invoice.status}.`)
  chargeable(scope)
  if (params.payment_method) takeOwnMethod(scope, params.payment_method, invoice.customer)
  const method = params.payment_method ?? defaultMethod(scope, invoice)
  if (method === null)
    throw invalid(
      'There is no `default_payment_method` set on this Customer or Invoice. Please use the `payment_method` parameter.',
      { code: 'resource_missing' },
    )
  const intent = collect(scope, invoice, method, params.off_session ?? true)
  if (intent?.status === 'requires_action')
    throw new Failure(
      402,
      {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        message:
          'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
        payment_intent: intent,
      },
      { keepsWork: true },
    )
  const error = intent?.last_payment_error
  if (intent?.status !== 'succeeded')
    throw new Failure(
      402,
      {
        type: 'card_error',
        message: error?.message ?? 'Your card was declined.',
        code: error?.code ?? 'card_declined',
        ...(error?.decline_code ? { decline_code: error.decline_code } : {}),
        ...(error?.charge ? { charge: error.charge } : {}),
        ...(intent ? { payment_intent: intent } : {}),
      },
      { keepsWork: true },
    )
  return scope.take('invoice', invoice.id)
}
