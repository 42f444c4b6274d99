import type Stripe from 'stripe'
import { randomText } from '../core/ids.ts'
import type { Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { initialRequirements, requirementsOf } from '../payments/account.ts'

type Account = Kinds['account']

/** An account as Stripe creates it: everything is still required. */
export function accountOf(scope: Scope, type: Stripe.Account.Type): Account {
  return {
    id: `acct_1${randomText(15)}`,
    object: 'account',
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: null,
      support_address: null,
      support_email: null,
      specified_commercial_transactions_act_url: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities: {},
    charges_enabled: false,
    controller: controllerOf(type),
    country: 'JP',
    created: scope.now(),
    default_currency: 'jpy',
    details_submitted: false,
    email: null,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: '/v1/accounts/external_accounts',
    },
    future_requirements: requirementsOf([]),
    metadata: {},
    payouts_enabled: false,
    requirements: requirementsOf(initialRequirements),
    settings: firstSettings(type),
    tos_acceptance: { date: null },
    type,
  }
}

/** Who pays fees, bears losses and asks for what is required, by the type of the account. */
function controllerOf(type: Stripe.Account.Type): Stripe.Account.Controller {
  const platform = { is_controller: true, type: 'application' } as const
  if (type === 'custom')
    return {
      ...platform,
      fees: { payer: 'application_custom' },
      losses: { payments: 'application' },
      requirement_collection: 'application',
      stripe_dashboard: { type: 'none' },
    }
  if (type === 'express')
    return {
      ...platform,
      fees: { payer: 'application_express' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
    }
  return {
    ...platform,
    fees: { payer: 'account' },
    losses: { payments: 'stripe' },
    requirement_collection: 'stripe',
    stripe_dashboard: { type: 'full' },
  }
}

const firstSettings = (type: Stripe.Account.Type): Account['settings'] => ({
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: 'Asia/Tokyo' },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  payouts: {
    debit_negative_balances: type !== 'custom',
    schedule: { delay_days: 4, interval: 'daily' },
    statement_descriptor: null,
  },
})
