/** Webhook endpoints for the payment provider: our own account, and the sellers' accounts. */
export const WEBHOOK_PATHS = {
  platform: '/api/stripe/webhook',
  connect: '/api/stripe/webhook/connect',
} as const

/** Path of the payment sandbox for browsers. */
export const SANDBOX_PATH = '/sandbox/stripe'

/** Polling of a payment's completion: interval and duration. */
export const CONFIRM_EVERY_MS = 3_000
export const CONFIRM_FOR_MS = 60_000
/** Length of a one-time token of the provider. */
export const TOKEN_MAX = 255

/**
 * Calls to the payment provider per endpoint (it allows 25 a second). A call that would wait longer is rejected, and
 * the buyer's page retries for a limited time.
 */
export const PROVIDER_LINE = { perSecond: 20, longestWaitMs: 20_000 }
export const CROWD_RETRY_FOR_MS = 30_000
/** After this wait the buyer sees the reason. */
export const CROWD_SAID_AFTER_MS = 3_000
