import { invalid } from '../core/failures.ts'
import type { Kinds } from '../core/kinds.ts'
import { isTable, type Table } from '../core/values.ts'

type Intent = Kinds['payment_intent'] | Kinds['setup_intent']

/** Fields that a page may read with a client secret: nothing of the seller's accounting. */
const seen = new Set([
  'id',
  'object',
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'excluded_payment_method_types',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
  'usage',
])
const seenOfMethod = new Set(['id', 'object', 'card', 'created', 'livemode', 'type'])

export function browserView(intent: Intent, trusted: boolean): object {
  if (trusted) return intent
  const view = only(intent, seen)
  for (const place of ['last_payment_error', 'last_setup_error']) {
    const error = view[place]
    if (isTable(error)) view[place] = hideInError(error)
  }
  return view
}

function hideInError({ charge: _, payment_method: method, ...error }: Table) {
  return isTable(method) ? { ...error, payment_method: methodView(method) } : error
}

/** A page sees the kind of card, not its owner. */
export const methodView = (method: object): object => only(method, seenOfMethod)

const only = (object: object, names: Set<string>): Table =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.has(name)))

/** A browser must send the intent's client secret; the secret key needs none. */
export function checkSecret<T extends Intent>(
  intent: T,
  { client_secret }: { client_secret: string | undefined },
  trusted: boolean,
): T {
  if (client_secret === undefined && trusted) return intent
  if (client_secret === intent.client_secret) return intent
  throw invalid(
    `The client_secret provided does not match any associated ${intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'} on this account. Ensure the client_secret's associated account matches the key used.`,
    { code: `${intent.object}_invalid_parameter`, param: 'client_secret' },
  )
}
