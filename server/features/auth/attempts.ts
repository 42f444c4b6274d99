import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { LOGIN_ATTEMPTS } from '#contract/limits.ts'
import { TOO_MANY_LOGINS } from '#contract/messages.ts'
import { isLately, latelyIn } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { tooMany } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { knownDevice } from './known-devices.ts'

interface Limit {
  max: number
  perMs: number
}
type AttemptDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** One password attempt, counted before the check, so that parallel guesses gain nothing. */
export interface Attempt {
  /** Counts one attempt; refuses with 429 and `Retry-After` when none are left. */
  take: () => Promise<void>
  /** Uncounts the attempt after a correct password. */
  giveBack: () => Promise<void>
}

/** Counts attempts in the database: shared by all processes and kept across restarts. */
function attemptCounter({ db, clock, config }: AttemptDeps, { max, perMs }: Limit) {
  /** Qualified by table, since an upsert also has `excluded.started_at`. */
  const isOpen = () => isLately('password_attempt.started_at', latelyIn(clock.now(), perMs))
  const now = () => clock.now().toISOString()
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

  async function takeOne(tx: Tx, key: string) {
    const counted = await tx
      .insertInto('password_attempt')
      .values({ key, attempts: 1, started_at: now() })
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
    if (counted) return
    const used = await tx
      .selectFrom('password_attempt')
      .select('started_at')
      .where('key', '=', key)
      .executeTakeFirst()
    const ends = Date.parse(used?.started_at ?? now()) + perMs
    throw tooMany((ends - clock.now().getTime()) / 1000, TOO_MANY_LOGINS)
  }

  return (names: string[]): Attempt => {
    // Sorted, so that concurrent transactions lock in the same order and do not deadlock.
    const keys = names.map(hashed).sort()
    return {
      async take() {
        if (!config.rateLimits) return
        await transact(db, async (tx) => {
          for (const key of keys) await takeOne(tx, key)
        })
      },
      async giveBack() {
        if (!config.rateLimits) return
        await transact(db, (tx) =>
          tx
            .updateTable('password_attempt')
            .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
            .where('key', 'in', keys)
            .where('attempts', '>', 0)
            .execute(),
        )
      },
    }
  }
}

/**
 * Counts wrong passwords such that strangers cannot lock an owner out. A known device has its own counter. Unknown
 * devices share one per IP address and one per account; an owner blocked by these on a new device resets the password
 * by email, which makes the device known.
 */
export function passwordAttempts(deps: AttemptDeps) {
  const { db } = deps
  const counted = attemptCounter(deps, LOGIN_ATTEMPTS)
  return {
    async ofLogin(
      account: string,
      userId: string | undefined,
      { address, deviceKey }: Pick<Client, 'address' | 'deviceKey'>,
    ): Promise<Attempt> {
      const device = userId === undefined ? null : await knownDevice(db, userId, deviceKey)
      return counted(
        device === null
          ? [`address ${address}`, `account ${account}`]
          : [`device ${device} of ${userId}`],
      )
    },
    /** For a repeated password prompt: counted per session, so only its holder can use the attempts up. */
    ofSession: ({ sessionId }: Pick<Viewer, 'sessionId'>) => counted([`session ${sessionId}`]),
  }
}
export type PasswordAttempts = ReturnType<typeof passwordAttempts>
