import type Stripe from 'stripe'
import { newClientSecret } from '../core/ids.ts'
import type { Scope } from '../core/scope.ts'
import { mergeMetadata } from '../resources/metadata.ts'
import { APPLICATION } from './money.ts'

type Intent = Stripe.PaymentIntent

/** What a new intent may say; all but the sum may be left out. */
export interface Wanted {
  amount: number
  currency: string
  application_fee_amount?: number | null | undefined
  automatic_payment_methods?:
    | { enabled: boolean; allow_redirects: 'always' | 'never' | undefined }
    | undefined
  capture_method?: 'automatic' | 'automatic_async' | undefined
  customer?: string | null | undefined
  description?: string | null | undefined
  metadata?: Record<string, string> | undefined
  payment_method_options?:
    | {
        card: { request_three_d_secure: 'any' | 'automatic' | 'challenge' | undefined } | undefined
      }
    | undefined
  receipt_email?: string | null | undefined
  setup_future_usage?: 'off_session' | 'on_session' | null | undefined
  statement_descriptor?: string | undefined
  statement_descriptor_suffix?: string | undefined
  transfer_group?: string | undefined
}

export function intentOf(scope: Scope, given: Wanted, method: string | null): Intent {
  const id = scope.newId('payment_intent')
  const automatic = given.automatic_payment_methods
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: scope.account ? APPLICATION : null,
    application_fee_amount: given.application_fee_amount ?? null,
    automatic_payment_methods: automatic
      ? { enabled: automatic.enabled, allow_redirects: automatic.allow_redirects ?? 'always' }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: given.capture_method ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: scope.now(),
    currency: given.currency,
    customer: given.customer ?? null,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, given.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure:
          given.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: given.receipt_email ?? null,
    review: null,
    setup_future_usage: given.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: given.statement_descriptor ?? null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: given.transfer_group ?? null,
  }
}
