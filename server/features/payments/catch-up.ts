import { enqueue } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { isoNow } from '#server/ports/clock.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import { changeOf, receiveEvent, WEBHOOK_EVENT } from './webhook-intake.ts'
import * as query from './webhook-queries.ts'

/** Overlap of two reads: the event list may be slightly out of order. */
const OVERLAP_MS = 5 * 60_000
/** Age at which the outbox has given up a failing event. */
const GIVEN_UP_MS = 26 * 60 * 60_000
/** The provider keeps events for 30 days. */
const CACHE_MS = 30 * 24 * 60 * 60_000
/** Cursor key of the platform account. */
const PLATFORM = ''

const earlier = (instant: string, ms: number) => new Date(Date.parse(instant) - ms).toISOString()

/** Returns the number of missed events: 0 on the first read of an account, which may be older than this site. */
async function read(deps: Deps, account: string | null): Promise<number> {
  const name = account ?? PLATFORM
  const cursor = await query.findCursor(deps.db, name)
  const since = cursor && earlier(cursor.read_until, OVERLAP_MS)
  const events = await deps.payments.listEvents({ account, since: since ?? null })
  let missed = 0
  for (const { providerEvent } of events) if (await receiveEvent(deps, providerEvent)) missed++
  // After the events are stored: a crash in between reads them again.
  const newest = events.at(-1)?.at
  if (newest) await query.moveCursor(deps.db, name, newest)
  return cursor ? missed : 0
}

/** Enqueues unprocessed events once a day, for as long as the provider keeps them. */
async function takeUpAgain(deps: Deps): Promise<void> {
  const now = isoNow(deps)
  const since = earlier(now, CACHE_MS)
  for (const row of await query.listUndone(deps.db, since, earlier(now, GIVEN_UP_MS))) {
    const { account, object } = changeOf(row.payload)
    const payload = { id: row.id, type: row.type, account, object }
    const key = `${WEBHOOK_EVENT}:${row.id}:${now.slice(0, 10)}`
    await transact(deps.db, (tx) => enqueue(deps, tx, { topic: WEBHOOK_EVENT, key, payload }))
  }
}

/**
 * Reads the provider's event list of the platform account and of every seller's account, and receives events whose webhook
 * was missed. Events that were received but never processed are enqueued again. Stops between accounts when `signal`
 * aborts; the next run continues from the cursors.
 */
export async function catchUp(deps: Deps, signal?: AbortSignal): Promise<void> {
  const accounts = [null, ...(await query.listAccounts(deps.db))]
  for (const account of accounts) {
    if (signal?.aborted) return
    try {
      const missed = await read(deps, account)
      // A demo is filled while no webhook reaches it.
      const level = deps.config.demo ? 'info' : 'warn'
      if (missed > 0)
        deps.log[level]({ account, missed }, 'missed webhook events were read from the event list')
    } catch (error) {
      if (error instanceof ProviderDown) throw error
      // An unreadable account, such as a closed one, must not block the others.
      deps.log.error({ account, error: String(error) }, 'an account could not be read')
    }
  }
  await takeUpAgain(deps)
}
