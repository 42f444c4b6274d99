import { type Handler, TryLater } from '#server/db/outbox.ts'
import type { Outbox } from '#server/db/schema/machinery.ts'
import type { Id } from '#server/db/schema/types.ts'
import { ProviderBusy, ProviderDown } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import { after, isFree, keepLeased, LEASE_MS } from './lease.ts'
import type { Lane, Task } from './worker.ts'

/** Doubling from a second to an hour, that is most of a day. */
const TRIES = 30
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

/** What is special about the lane of each topic that has something. */
export type Lanes = Record<string, Partial<Pick<Lane, 'parallel' | 'hasTime'>>>

/** A lane for each topic, on which a few are at work at once. */
export function outboxLanes(
  deps: OutboxDeps,
  handlers: Record<string, Handler>,
  lanes: Lanes = {},
): Lane[] {
  return Object.entries(handlers).map(([topic, handler]) => ({
    parallel: PARALLEL,
    ...lanes[topic],
    async take(most) {
      const rows = await lease(deps, topic, most)
      return rows.map((row) => taskOf(deps, topic, row, handler))
    },
  }))
}

async function lease({ engine, clock, newId }: OutboxDeps, topic: string, most: number) {
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
          .limit(most)
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

function taskOf(deps: OutboxDeps, topic: string, row: Row, handler: Handler): Task {
  const { id, key, attempts } = row
  const handle = async (signal: AbortSignal) => {
    if (attempts > TRIES) throw new Error('the process ended during each try')
    await handler(JSON.parse(row.payload), { id, key, attempt: attempts, signal })
  }
  return (signal) =>
    keepLeased(
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

/** Only while the lease is ours: who took it over decides what became of it. */
const ours = ({ engine }: Pick<OutboxDeps, 'engine'>, { id, leased_by }: Row) =>
  engine.db.updateTable('outbox').where('id', '=', id).where('leased_by', '=', leased_by)

async function settle(deps: OutboxDeps, topic: string, row: Row, handled: Promise<void>) {
  const unleased = { leased_until: null, leased_by: null, provider: null }
  try {
    await handled
  } catch (error) {
    const facts = { topic, id: row.id, attempt: row.attempts, error: kindOf(error) }
    const now = deps.clock.now()
    const givenUp = row.attempts >= TRIES
    if (givenUp) deps.log.error(facts, 'work was given up')
    else deps.log.warn(facts, 'work failed and is tried again')
    const next = givenUp
      ? { done_at: now.toISOString() }
      : { due_at: after(now, pauseAfter(row.attempts, error)), provider: heldUpBy(row, error) }
    await ours(deps, row)
      .set({ ...unleased, ...next, tried_at: now.toISOString(), error: messageOf(error) })
      .execute()
    return
  }
  // What is done needs no payload: it may hold an address or a signed link.
  const done = { done_at: deps.clock.now().toISOString(), error: null, payload: '{}' }
  await ours(deps, row)
    .set({ ...unleased, ...done })
    .execute()
}

/** Never sooner than where nobody said when: told to come back at once, again and again, all tries would be gone in no time. */
function pauseAfter(attempts: number, error: unknown): number {
  const doubled = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  return error instanceof TryLater ? Math.max(error.afterMs, doubled) : doubled
}

/** One that was away stays so until it has answered somebody. Told that our own line to it is full, we know nothing of it. */
function heldUpBy({ provider }: Row, error: unknown): Row['provider'] {
  const isSilent = error instanceof ProviderDown && !(error instanceof ProviderBusy)
  return isSilent ? (provider ?? 'silent') : null
}

/** A stranger's message may repeat an address; it is kept in the row and stays out of the log. */
const kindOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
const messageOf = (error: unknown) => String(error).slice(0, LONGEST_ERROR)
