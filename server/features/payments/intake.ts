import { enqueue } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Notice } from '#server/ports/payments.ts'
import { keepNotice } from './notice-queries.ts'

/** The outbox topic of the provider's notices. */
export const NOTICE = 'payment-notice'

/** Keeps a notice under its id and leaves its work to be done; however often it comes, it counts once. True the first time. */
export function takeNotice(
  { db, clock, newId }: Pick<Deps, 'db' | 'clock' | 'newId'>,
  notice: Notice,
): Promise<boolean> {
  const now = clock.now().toISOString()
  const { id, type, account, object } = notice
  const payload = JSON.stringify({ account, object })
  const endpoint = account === null ? ('platform' as const) : ('connect' as const)
  return transact(db, async (tx) => {
    const event = { id, endpoint, type, payload, received_at: now, done_at: null }
    if (!(await keepNotice(tx, { ...event, state: 'received' }))) return false
    await enqueue(tx, { id: newId(), topic: NOTICE, key: `${NOTICE}:${id}`, payload: notice, now })
    return true
  })
}
