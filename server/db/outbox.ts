import { type RawBuilder, sql } from 'kysely'
import type { Id, Instant } from './schema/types.ts'
import type { Tx } from './schema.ts'

export interface Attempt {
  id: Id
  key: string
  /** From 1. */
  attempt: number
  /** Aborted when the outcome no longer counts. */
  signal: AbortSignal
}

/**
 * Does one piece of work of a topic. It may be run again though it succeeded (the process died before that was kept):
 * whatever it does outside must bear the key. Throwing means trying again later.
 */
export type Handler = (payload: unknown, attempt: Attempt) => Promise<void>

/** Thrown by a handler that was told when to come back. */
export class TryLater extends Error {
  readonly afterMs: number
  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

export interface Work {
  id: Id
  /** Which handler does it. */
  topic: string
  /** What it is about, over all topics: `mail:welcome:<user>`. The same key twice is one piece of work. */
  key: string
  /** What the handler needs; forgotten when the work is done. */
  payload: object
  now: Instant
  /** Not before this; at once if left out. */
  due_at?: Instant
}

/** Leaves work for outside in the transaction of its cause: both happen, or neither. */
export const enqueue = (tx: Tx, work: Work) => enqueueAll(tx, [work])

/** Many at once, for what is told to a crowd. */
export async function enqueueAll(tx: Tx, works: Work[]) {
  if (works.length === 0) return
  const rows = works.map(({ id, topic, key, payload, now, due_at = now }) => ({
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

/** In a query: whether work of this key was ever enqueued. */
export const isEnqueued = (key: RawBuilder<string>) =>
  sql<boolean>`exists (select 1 from outbox where outbox.key = ${key})`
