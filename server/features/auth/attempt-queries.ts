import { type SqlBool, sql } from 'kysely'
import { isWithin, type TimeWindow } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'

interface Counted {
  now: string
  /** Attempts from before it do not count. */
  window: TimeWindow
  max: number
}

/** Counts one attempt; false if none are left. */
export async function countAttempt(
  tx: Tx,
  key: string,
  { now, window, max }: Counted,
): Promise<boolean> {
  /** Qualified by table, since an upsert also has `excluded.started_at`. */
  const isOpen = () => isWithin('password_attempt.started_at', window)
  const counted = await tx
    .insertInto('password_attempt')
    .values({ key, attempts: 1, started_at: now })
    .onConflict((on) =>
      on
        .column('key')
        .doUpdateSet({
          attempts: sql`case when ${isOpen()} then password_attempt.attempts + 1 else 1 end`,
          started_at: sql`case when ${isOpen()} then password_attempt.started_at
              else excluded.started_at end`,
        })
        .where(sql<SqlBool>`(not ${isOpen()} or password_attempt.attempts < ${max})`),
    )
    .returning('key')
    .executeTakeFirst()
  return counted !== undefined
}

/** Instant of the first counted attempt. */
export async function findStart(tx: Tx, key: string): Promise<string | undefined> {
  const used = await tx
    .selectFrom('password_attempt')
    .select('started_at')
    .where('key', '=', key)
    .executeTakeFirst()
  return used?.started_at
}

export const uncountAttempt = (tx: Tx, keys: string[]) =>
  tx
    .updateTable('password_attempt')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('key', 'in', keys)
    .where('attempts', '>', 0)
    .execute()
