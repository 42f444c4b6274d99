import type Stripe from 'stripe'
import { inlineList } from '../core/answer-list.ts'
import { operation, timelessListShape } from '../core/operation.ts'
import { flag, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { readSettings } from '../core/settings.ts'
import { APPLICATION } from '../payments/money.ts'

const PATH = '/v1/payment_method_configurations'
/** The capability that each method of payment takes; null: none. */
const CAPABILITIES = {
  card: 'card_payments',
  apple_pay: 'card_payments',
  google_pay: 'card_payments',
  konbini: 'konbini_payments',
  link: null,
} as const

export const paymentMethodConfigurations = [
  operation('GET', PATH, timelessListShape({ application: text, active: flag }), (scope) =>
    inlineList(PATH, [configurationOf(scope)]),
  ),
]

/** The platform's own configuration, or of a seller the child of the one that the platform has for all sellers. */
function configurationOf(scope: Scope): Stripe.PaymentMethodConfiguration {
  const { payment_methods: chosen } = readSettings(scope.db)
  const capabilities: Stripe.Account.Capabilities = scope.account
    ? (scope.as('').take('account', scope.account).capabilities ?? {})
    : { card_payments: 'active' }
  const methods = Object.entries(CAPABILITIES).map(([name, capability]) => {
    const value = chosen.includes(name) ? 'on' : 'off'
    const isActive = capability === null || capabilities[capability] === 'active'
    const display_preference = { overridable: null, preference: value, value }
    return [name, { available: value === 'on' && isActive, display_preference }]
  })
  return {
    id: `pmc_sandbox_${scope.account || 'platform'}`,
    object: 'payment_method_configuration',
    active: true,
    application: scope.account ? APPLICATION : null,
    is_default: true,
    livemode: false,
    name: 'Default',
    parent: scope.account ? 'pmc_sandbox_parent' : null,
    ...Object.fromEntries(methods),
  }
}
