import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#server/ports/clock.ts'
import type { Id, Instant } from './schema/types.ts'
import type { Tx } from './schema.ts'

export interface OutboxAttempt {
  id: Id
  key: string
  /** From 1. */
  attempt: number
  /** Aborted when the result no longer counts. */
  signal: AbortSignal
}

/**
 * Handles one item of a topic. It may run again after a success (if the process died before that was stored), so
 * external calls must be idempotent by the key. Throwing means a retry.
 */
export type Handler = (payload: unknown, attempt: OutboxAttempt) => Promise<void>

/** Thrown by a handler that knows when to retry. */
export class TryLater extends Error {
  readonly afterMs: number
  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** Thrown by a handler that knows that a retry is useless: the work is given up, and operators see why. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

/** Where ids and times of works come from. */
interface Source {
  newId: () => Id
  clock: Clock
}

export interface Work {
  /** Default: a new one. */
  id?: Id
  /** Selects the handler. */
  topic: string
  /** Unique over all topics: `mail:welcome:<user>`. The same key twice is one item of work. */
  key: string
  /** Input of the handler; deleted when the work is done. */
  payload: object
  /** Earliest time; default: now. */
  due_at?: Instant
}

/** Enqueues external work in the transaction of its cause: both are committed, or neither. */
export const enqueue = (deps: Source, tx: Tx, work: Work) => enqueueAll(deps, tx, [work])

/** Enqueues many items, e.g. notifications to all members. */
export async function enqueueAll({ newId, clock }: Source, tx: Tx, works: Work[]) {
  if (works.length === 0) return
  const now = clock.now().toISOString()
  const rows = works.map(({ id = newId(), topic, key, payload, due_at = now }) => ({
    id,
    topic,
    key,
    payload: JSON.stringify(payload),
    due_at,
    attempts: 0,
    tried_at: null,
    provider: null,
    leased_until: null,
    leased_by: null,
    done_at: null,
    error: null,
    created_at: now,
  }))
  await tx
    .insertInto('outbox')
    .values(rows)
    .onConflict((on) => on.column('key').doNothing())
    .execute()
}

/** Condition: whether work with this key was ever enqueued. */
export const isEnqueued = (key: RawBuilder<string>) =>
  sql<boolean>`exists (select 1 from outbox where outbox.key = ${key})`
