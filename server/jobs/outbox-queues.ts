import { GiveUp, type Handler, TryLater } from '#server/db/outbox.ts'
import type { Outbox } from '#server/db/schema/system.ts'
import type { Id } from '#server/db/schema/types.ts'
import { isoNow } from '#server/ports/clock.ts'
import { ProviderBusy, ProviderDown } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import { after, extendLease, isFree, LEASE_MS } from './lease.ts'
import type { JobTask, Queue } from './worker.ts'

/** Attempts with pauses that double from a second to an hour: most of a day. */
const MAX_ATTEMPTS = 30
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60 * 60_000
const PARALLEL = 4
const LONGEST_ERROR = 500

type OutboxDeps = Pick<Deps, 'engine' | 'clock' | 'newId' | 'log'>

interface Row {
  id: Id
  key: string
  payload: string
  attempts: number
  provider: Outbox['provider']
  leased_by: Id
}

/** Options per topic that differ from the default. */
export type Queues = Record<string, Partial<Pick<Queue, 'parallel' | 'hasTime'>>>

/** Creates a queue per topic, each with limited parallelism. */
export function outboxLanes(
  deps: OutboxDeps,
  handlers: Record<string, Handler>,
  queues: Queues = {},
): Queue[] {
  return Object.entries(handlers).map(([topic, handler]) => ({
    parallel: PARALLEL,
    ...queues[topic],
    async take(limit) {
      const rows = await lease(deps, topic, limit)
      return rows.map((row) => taskOf(deps, topic, row, handler))
    },
  }))
}

async function lease({ engine, clock, newId }: OutboxDeps, topic: string, limit: number) {
  const now = clock.now()
  const leased_by = newId()
  const rows = await engine.db
    .with(
      (cte) => cte('due').materialized(),
      (db) =>
        db
          .selectFrom('outbox')
          .select('id')
          .where('done_at', 'is', null)
          .where('topic', '=', topic)
          .where('due_at', '<=', now.toISOString())
          .where(isFree(now))
          .orderBy('due_at')
          .limit(limit)
          .modifyEnd(engine.skipLocked),
    )
    .updateTable('outbox')
    .set((eb) => ({
      leased_by,
      leased_until: after(now, LEASE_MS),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returning(['id', 'key', 'payload', 'attempts', 'provider'])
    .execute()
  return rows.map((row): Row => ({ ...row, leased_by }))
}

function taskOf(deps: OutboxDeps, topic: string, row: Row, handler: Handler): JobTask {
  const { id, key, attempts } = row
  const handle = async (signal: AbortSignal) => {
    if (attempts > MAX_ATTEMPTS) throw new Error('the process ended during each try')
    await handler(JSON.parse(row.payload), { id, key, attempt: attempts, signal })
  }
  return (signal) =>
    extendLease(
      () => renew(deps, row),
      (either) => settle(deps, topic, row, handle(either)),
      {
        signal,
        log: deps.log,
      },
    )
}

async function renew({ clock, ...deps }: OutboxDeps, row: Row): Promise<boolean> {
  const leased_until = after(clock.now(), LEASE_MS)
  const renewed = await ours(deps, row).set({ leased_until }).returning('id').executeTakeFirst()
  return renewed !== undefined
}

/** Only while the lease is ours: after a takeover the other node stores the result. */
const ours = ({ engine }: Pick<OutboxDeps, 'engine'>, { id, leased_by }: Row) =>
  engine.db.updateTable('outbox').where('id', '=', id).where('leased_by', '=', leased_by)

async function settle(deps: OutboxDeps, topic: string, row: Row, handled: Promise<void>) {
  const unleased = { leased_until: null, leased_by: null, provider: null }
  try {
    await handled
  } catch (error) {
    const facts = { topic, id: row.id, attempt: row.attempts, error: kindOf(error) }
    const now = deps.clock.now()
    const givenUp = row.attempts >= MAX_ATTEMPTS || error instanceof GiveUp
    if (givenUp) deps.log.error(facts, 'work was given up')
    else deps.log.warn(facts, 'work failed and is tried again')
    const next = givenUp
      ? { done_at: now.toISOString() }
      : { due_at: after(now, pauseAfter(row.attempts, error)), provider: delayedBy(row, error) }
    await ours(deps, row)
      .set({ ...unleased, ...next, tried_at: now.toISOString(), error: messageOf(error) })
      .execute()
    return
  }
  // The payload is no longer needed, and may contain an address or a signed link.
  const done = { done_at: isoNow(deps), error: null, payload: '{}' }
  await ours(deps, row)
    .set({ ...unleased, ...done })
    .execute()
}

/** Never shorter than the default backoff: a handler that asks for immediate retries would use up all attempts. */
function pauseAfter(attempts: number, error: unknown): number {
  const doubled = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  return error instanceof TryLater ? Math.max(error.afterMs, doubled) : doubled
}

/**
 * An outage ends when the provider answers any call. An error of our own rate limiter says nothing about the
 * provider.
 */
function delayedBy({ provider }: Row, error: unknown): Row['provider'] {
  const isSilent = error instanceof ProviderDown && !(error instanceof ProviderBusy)
  return isSilent ? (provider ?? 'silent') : null
}

/** An external message may contain an address: it is stored in the row, but not logged. */
const kindOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
const messageOf = (error: unknown) => String(error).slice(0, LONGEST_ERROR)
