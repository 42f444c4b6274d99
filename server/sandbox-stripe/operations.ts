import { accounts } from './resources/accounts.ts'
import { customers } from './resources/customers.ts'
import { events } from './resources/events.ts'
import { paymentIntents } from './resources/payment-intents.ts'
import { paymentMethods } from './resources/payment-methods.ts'
import { setupIntents } from './resources/setup-intents.ts'
import { tokens } from './resources/tokens.ts'
import { webhookEndpoints } from './resources/webhook-endpoints.ts'

/** Everything that is answered under /v1. */
export const operations = [
  ...accounts,
  ...customers,
  ...events,
  ...paymentIntents,
  ...paymentMethods,
  ...setupIntents,
  ...tokens,
  ...webhookEndpoints,
]
