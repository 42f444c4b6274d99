import { enqueue } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/deps.ts'
import { type Notice, ProviderDown } from '#server/ports/payments.ts'
import { NOTICE, takeNotice } from './intake.ts'
import * as query from './notice-queries.ts'

/** What happened shortly before the newest that was read may be listed a little later. */
const OVERLAP_MS = 5 * 60_000
/** By then the outbox has given up whatever failed each time. */
const GIVEN_UP_MS = 26 * 60 * 60_000
/** As long as the provider remembers. */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000
/** The provider's name for our own account, among those of the sellers. */
const PLATFORM = ''

type CatchUpDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments'>

const earlier = (instant: string, ms: number) => new Date(Date.parse(instant) - ms).toISOString()

/**
 * Reads the provider's own list of what happened, in our account and in every seller's, and takes in what no delivery
 * told us. Those that were told and never done are taken up again.
 */
export function createCatchUp(deps: CatchUpDeps) {
  const { db, clock, newId, log, payments } = deps

  /** How many were missed. Nothing counts as missed when an account is read for the first time: it may be older than we are. */
  async function read(account: string | null): Promise<number> {
    const name = account ?? PLATFORM
    const cursor = await query.findCursor(db, name)
    const since = cursor && earlier(cursor.read_until, OVERLAP_MS)
    const told = await payments.listNotices({ account, since: since ?? null })
    let missed = 0
    for (const { notice } of told) if (await takeNotice(deps, notice)) missed++
    // After they are kept: who dies in between reads them again.
    const newest = told.at(-1)?.at
    if (newest) await query.moveCursor(db, name, newest)
    return cursor ? missed : 0
  }

  /** Known only to those who gave it up: asked for again each day, for as long as it can be looked up. */
  async function takeUpAgain(): Promise<void> {
    const now = clock.now().toISOString()
    const since = earlier(now, REMEMBERED_MS)
    for (const row of await query.listUndone(db, since, earlier(now, GIVEN_UP_MS))) {
      const { account, object } = JSON.parse(row.payload) as Pick<Notice, 'account' | 'object'>
      const payload = { id: row.id, type: row.type, account, object }
      const key = `${NOTICE}:${row.id}:${now.slice(0, 10)}`
      await transact(db, (tx) => enqueue(tx, { id: newId(), topic: NOTICE, key, payload, now }))
    }
  }

  /** Goes on where it was the next time, once `signal` says that it is in vain. */
  return async function catchUp(signal?: AbortSignal): Promise<void> {
    const accounts = [null, ...(await query.listAccounts(db))]
    for (const account of accounts) {
      if (signal?.aborted) return
      try {
        const missed = await read(account)
        if (missed > 0) log.warn({ account, missed }, 'notices had not arrived and were read')
      } catch (error) {
        if (error instanceof ProviderDown) throw error
        // One account that cannot be read, such as one that was closed, hides no other.
        log.error({ account, error: String(error) }, 'an account could not be read')
      }
    }
    await takeUpAgain()
  }
}
