import { accounts } from './resources/accounts.ts'
import { applicationFees } from './resources/application-fees.ts'
import { balance } from './resources/balance.ts'
import { charges } from './resources/charges.ts'
import { customers } from './resources/customers.ts'
import { disputes } from './resources/disputes.ts'
import { earlyFraudWarnings } from './resources/early-fraud-warnings.ts'
import { events } from './resources/event-list.ts'
import { files } from './resources/files.ts'
import { invoices } from './resources/invoices.ts'
import { paymentIntents } from './resources/payment-intents.ts'
import { paymentMethodConfigurations } from './resources/payment-method-configurations.ts'
import { paymentMethodDomains } from './resources/payment-method-domains.ts'
import { paymentMethods } from './resources/payment-methods.ts'
import { payouts } from './resources/payouts.ts'
import { prices } from './resources/prices.ts'
import { products } from './resources/products.ts'
import { refunds } from './resources/refunds.ts'
import { setupIntents } from './resources/setup-intents.ts'
import { subscriptions } from './resources/subscriptions.ts'
import { tokens } from './resources/tokens.ts'
import { webhookEndpoints } from './resources/webhook-endpoints.ts'

/** All operations under /v1. */
export const operations = [
  ...accounts,
  ...applicationFees,
  ...balance,
  ...charges,
  ...customers,
  ...disputes,
  ...earlyFraudWarnings,
  ...events,
  ...files,
  ...invoices,
  ...paymentIntents,
  ...paymentMethodConfigurations,
  ...paymentMethodDomains,
  ...paymentMethods,
  ...payouts,
  ...prices,
  ...products,
  ...refunds,
  ...setupIntents,
  ...subscriptions,
  ...tokens,
  ...webhookEndpoints,
]
