import { newClientSecret } from '../core/ids.ts'
import type { Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { mergeMetadata } from '../resources/metadata.ts'
import { type KonbiniOptions, storedOptions } from './konbini.ts'
import { APPLICATION } from './money.ts'

type Intent = Kinds['payment_intent']

/** Parameters of a new intent; all but the amount are optional. */
export interface IntentParams {
  amount: number
  currency: string
  allowed_payment_method_types?: ('card' | 'konbini')[] | undefined
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
        konbini: KonbiniOptions | undefined
      }
    | undefined
  receipt_email?: string | null | undefined
  setup_future_usage?: 'off_session' | 'on_session' | null | undefined
  statement_descriptor?: string | undefined
  statement_descriptor_suffix?: string | undefined
  transfer_group?: string | undefined
}

export function intentOf(scope: Scope, params: IntentParams, method: string | null): Intent {
  const id = scope.newId('payment_intent')
  const automatic = params.automatic_payment_methods
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: params.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: scope.account ? APPLICATION : null,
    application_fee_amount: params.application_fee_amount ?? null,
    automatic_payment_methods: automatic
      ? { enabled: automatic.enabled, allow_redirects: automatic.allow_redirects ?? 'always' }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: scope.now(),
    currency: params.currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
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
          params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
      },
      ...(params.payment_method_options?.konbini && {
        konbini: storedOptions(params.payment_method_options.konbini),
      }),
    },
    payment_method_types: params.allowed_payment_method_types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: params.transfer_group ?? null,
  }
}
