import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import { BODY_MAX_BYTES } from '#contract/shared/limits.ts'
import { ApiError } from '#server/http/api-error.ts'
import { BadSignature, type ProviderEvent, type WebhookEndpoint } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import { receiveEvent } from './webhook-intake.ts'

/**
 * Webhook endpoints. An event is stored before the response and processed afterwards: it may come twice, late, or in any
 * order.
 */
export function mountWebhooks(app: Hono, deps: Deps) {
  const { log, payments } = deps
  function read(endpoint: WebhookEndpoint, body: string, signature: string): ProviderEvent {
    try {
      return payments.readEvent(endpoint, body, signature)
    } catch (error) {
      if (!(error instanceof BadSignature)) throw error
      log.warn({ endpoint }, 'webhook with a bad signature')
      throw new ApiError(400)
    }
  }
  const limit = bodyLimit({
    maxSize: BODY_MAX_BYTES.json,
    onError: () => {
      throw new ApiError(413)
    },
  })

  for (const endpoint of ['platform', 'connect'] as const)
    app.post(WEBHOOK_PATHS[endpoint], limit, async (c) => {
      const body = await c.req.text()
      await receiveEvent(deps, read(endpoint, body, c.req.header('stripe-signature') ?? ''))
      return c.json({ message: 'ok' })
    })
}
