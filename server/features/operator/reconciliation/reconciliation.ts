// Reconciles our ledger with the provider: daily, and on an operator's request.

import * as z from 'zod'
import { defined } from '#contract/lib/defined.ts'
import type { Reconciliation } from '#contract/operator/money/calls.ts'
import { Reconciled } from '#contract/operator/reconciliation.schema.ts'
import { jsonOf } from '#server/db/json.ts'
import { enqueue, type OutboxAttempt } from '#server/db/outbox.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { ReconciliationRun } from '#server/ports/reconciler.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import * as query from './queries.ts'

const RECONCILING = '照合はすでに始まっています。終わるまでお待ちください。'
const RECONCILING_STARTED = '照合を始めました。終わるとここに結果が出ます。'

const countedIn = jsonOf(Reconciled.shape.counted)
const differencesIn = jsonOf(Reconciled.shape.differences)

export const RECONCILE = 'reconcile'
const ReconcileWork = z.object({ id: z.string() })
/** A reconciliation running for longer has died with its process. */
const BELIEVED_MS = 2 * 60 * 60_000

const believedSince = (deps: Deps) =>
  new Date(deps.clock.now().getTime() - BELIEVED_MS).toISOString()

async function begin(deps: Deps, tx: Tx, actor_id: string | null): Promise<string | null> {
  if (await query.findRunning(tx, believedSince(deps))) return null
  const id = deps.newId()
  await query.insert(tx, { id, actor_id, created_at: isoNow(deps) })
  await enqueue(deps, tx, { topic: RECONCILE, key: `${RECONCILE}:${id}`, payload: { id } })
  return id
}

/** The outbox job of a reconciliation. */
export async function handle(deps: Deps, payload: unknown, { signal }: OutboxAttempt) {
  const { id } = ReconcileWork.parse(payload)
  const outcome = await compare(deps, signal)
  await query.finish(deps.db, id, {
    state: outcome ? 'done' : 'failed',
    counted: JSON.stringify(outcome?.counted ?? NOTHING),
    total: outcome?.total ?? 0,
    differences: JSON.stringify(outcome?.differences ?? []),
    finished_at: isoNow(deps),
  })
  if (outcome && outcome.total > 0)
    deps.log.error({ total: outcome.total }, 'The ledger and the payment provider do not agree.')
}

/** Daily job; does nothing without a provider. */
export async function daily(deps: Deps) {
  if (deps.config.payments.secretKey) await transact(deps.db, (tx) => begin(deps, tx, null))
}

export async function start(deps: Deps, viewer: Viewer) {
  await transact(deps.db, async (tx) => {
    const id = await begin(deps, tx, actorOf(viewer))
    if (id === null) throw new ApiError(409, RECONCILING)
    await record(tx, deps, viewer, {
      action: 'books.reconcile',
      target: `reconciliation:${id}`,
      before: {},
      after: { state: 'running' },
    })
  })
  return { message: RECONCILING_STARTED }
}

export async function get(deps: Deps): Promise<Reconciliation> {
  const [running, last] = await Promise.all([
    query.findRunning(deps.read, believedSince(deps)),
    query.findLast(deps.read),
  ])
  return {
    running_since: running?.created_at ?? null,
    last: last
      ? {
          state: last.state === 'failed' ? 'failed' : 'done',
          finished_at: defined(last.finished_at, 'the end of a finished run'),
          counted: countedIn(last.counted),
          total: last.total,
          differences: differencesIn(last.differences),
        }
      : null,
  }
}

const NOTHING: ReconciliationRun['counted'] = { accounts: 0, orders: 0, payments: 0, lines: 0 }

/**
 * Null if it failed; an immediate retry would only repeat all provider calls. A process that shuts down leaves it to
 * another one.
 */
async function compare({ reconciling, log }: Deps, signal: AbortSignal) {
  try {
    return await reconciling.run(signal)
  } catch (error) {
    signal.throwIfAborted()
    log.error({ error: String(error) }, 'Could not reconcile the ledger with the payment provider.')
    return null
  }
}
