import type Stripe from 'stripe'
import { answerList } from '../core/answer-list.ts'
import { invalid } from '../core/failures.ts'
import { randomText } from '../core/ids.ts'
import { idOf } from '../core/kinds.ts'
import { listShape, operation, timelessListShape } from '../core/operation.ts'
import { address, emptyable, list, metadata, type Read, shape, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { attach, takeMethod } from '../payments/payment-method.ts'
import { change, emit } from '../webhooks/events.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/customers'
const fields = {
  description: emptyable(text),
  email: emptyable(text),
  name: emptyable(text),
  phone: emptyable(text),
  address: emptyable(address),
  preferred_locales: list(text),
  metadata,
  invoice_settings: shape({ default_payment_method: emptyable(text) }),
}
type Fields = Read<typeof fields>

export const customers = [
  operation('POST', PATH, { ...fields, payment_method: text }, (scope, { params }) =>
    create(scope, params),
  ),
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => {
    const customer = scope.take('customer', id)
    return scope.hidden(id).deleted ? { id, object: 'customer', deleted: true } : customer
  }),
  operation('POST', `${PATH}/:id`, fields, (scope, { id, params }) =>
    update(scope, takeCustomer(scope, id, 'id'), params),
  ),
  operation('DELETE', `${PATH}/:id`, {}, (scope, { id }) => {
    const customer = takeCustomer(scope, id, 'id')
    for (const method of scope.list('payment_method', { customer: id }).data)
      scope.put<'payment_method'>({ ...method, customer: null }, { consumed: true })
    scope.put<'customer'>(customer, { deleted: true })
    emit<'customer'>(scope, 'customer.deleted', customer)
    return { id, object: 'customer', deleted: true }
  }),
  operation('GET', PATH, listShape({ email: text }), (scope, { params: { email, ...page } }) =>
    answerList(scope, PATH, 'customer', page, { email }),
  ),
  operation(
    'GET',
    `${PATH}/:id/payment_methods`,
    timelessListShape({ type: text }),
    (scope, { id, params: { type, ...page } }) => {
      takeCustomer(scope, id, 'id')
      const url = `${PATH}/${id}/payment_methods`
      return answerList(scope, url, 'payment_method', page, { customer: id, type })
    },
  ),
]

/** The customer; an error if deleted. */
export function takeCustomer(scope: Scope, id: string, param = 'customer'): Stripe.Customer {
  const customer = scope.take('customer', id, param)
  if (scope.hidden(id).deleted)
    throw invalid(`No such customer: '${id}'; a deleted customer cannot be used.`, {
      code: 'resource_missing',
      param,
    })
  return customer
}

function create(scope: Scope, params: Fields & { payment_method: string | undefined }) {
  const customer = scope.put<'customer'>(customerOf(scope, params))
  emit<'customer'>(scope, 'customer.created', customer)
  if (params.payment_method) attach(scope, takeMethod(scope, params.payment_method), customer.id)
  const defaultMethod = params.invoice_settings?.default_payment_method
  return defaultMethod ? update(scope, customer, { ...params, metadata: undefined }) : customer
}

function update(scope: Scope, customer: Stripe.Customer, params: Fields): Stripe.Customer {
  const { metadata: names, invoice_settings: billing, address: home, ...plain } = params
  const method = billing?.default_payment_method
  if (method && idOf(scope.take('payment_method', method).customer) !== customer.id)
    throw invalid('The customer does not have a payment method with the ID given.', {
      code: 'resource_missing',
      param: 'invoice_settings[default_payment_method]',
    })
  const entries = Object.entries(plain).filter(
    ([key, value]) => value !== undefined && key in fields,
  )
  return change<'customer'>(
    scope,
    customer,
    {
      ...Object.fromEntries(entries),
      ...(home === undefined ? {} : { address: addressOf(home) }),
      metadata: mergeMetadata(customer.metadata, names),
      ...(method === undefined
        ? {}
        : { invoice_settings: { ...customer.invoice_settings, default_payment_method: method } }),
    },
    'customer.updated',
  )
}

const addressOf = (home: ReturnType<typeof address> | null): Stripe.Address | null =>
  home
    ? {
        city: home.city ?? null,
        country: home.country ?? null,
        line1: home.line1 ?? null,
        line2: home.line2 ?? null,
        postal_code: home.postal_code ?? null,
        state: home.state ?? null,
      }
    : null

const customerOf = (scope: Scope, params: Fields): Stripe.Customer => ({
  id: scope.newId('customer'),
  object: 'customer',
  address: addressOf(params.address ?? null),
  balance: 0,
  created: scope.now(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: params.description ?? null,
  discount: null,
  email: params.email ?? null,
  invoice_prefix: randomText(8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: mergeMetadata({}, params.metadata),
  name: params.name ?? null,
  next_invoice_sequence: 1,
  phone: params.phone ?? null,
  preferred_locales: params.preferred_locales ?? [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})
