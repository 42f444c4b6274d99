import type { Id, Instant } from './schema/types.ts'
import type { Tx } from './schema.ts'

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
export async function enqueue(tx: Tx, { id, topic, key, payload, now, due_at = now }: Work) {
  await tx
    .insertInto('outbox')
    .values({
      id,
      topic,
      key,
      payload: JSON.stringify(payload),
      due_at,
      attempts: 0,
      leased_until: null,
      leased_by: null,
      done_at: null,
      error: null,
      created_at: now,
    })
    .onConflict((on) => on.column('key').doNothing())
    .execute()
}
