import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'
import { enqueue } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { ProviderEvent } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import { insertWebhookEvent } from './webhook-queries.ts'

/** Outbox topic of webhook events. */
export const WEBHOOK_EVENT = 'payment-notice'
/** The column `webhook_event.payload`. */
const Change = z.object({
  account: z.string().nullable(),
  object: z.object({ kind: z.string(), ref: z.string() }),
})
export const changeOf = jsonOf(Change)
export const WebhookWork = Change.extend({
  id: z.string(),
  type: z.string(),
}) satisfies z.ZodType<ProviderEvent>

/** Stores an event and enqueues its job in one transaction. True the first time, false for a repeated delivery. */
export function receiveEvent(deps: Deps, providerEvent: ProviderEvent): Promise<boolean> {
  const { id, type, account, object } = providerEvent
  const payload = JSON.stringify({ account, object })
  const endpoint = account === null ? ('platform' as const) : ('connect' as const)
  return transact(deps.db, async (tx) => {
    const event = { id, endpoint, type, payload, received_at: isoNow(deps), done_at: null }
    if (!(await insertWebhookEvent(tx, { ...event, state: 'received' }))) return false
    const work = { topic: WEBHOOK_EVENT, key: `${WEBHOOK_EVENT}:${id}`, payload: providerEvent }
    await enqueue(deps, tx, work)
    return true
  })
}
