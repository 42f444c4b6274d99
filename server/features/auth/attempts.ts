import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { LOGIN_ATTEMPTS } from '#contract/limits.ts'
import { TOO_MANY_LOGINS } from '#contract/messages.ts'
import { isLately, latelyIn } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { tooMany } from '#server/http/refusal.ts'
import type { Client } from '#server/http/routes.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { knownDevice } from './known-devices.ts'

interface Limit {
  max: number
  perMs: number
}
type AttemptDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** One look at a secret. It is counted before the secret is looked at, so that many at once gain nothing. */
export interface Attempt {
  /** Refuses with 429 and `Retry-After` when the attempts are used up; else counts one. */
  take: () => Promise<void>
  /** The secret was right: that one does not count. */
  giveBack: () => Promise<void>
}

/** Attempts in the database: every process counts the same, and a restart forgets none. */
function attemptCounter({ db, clock, config }: AttemptDeps, { max, perMs }: Limit) {
  /** Reads as the row's own column also where an upsert has two of them. */
  const isOpen = () => isLately('password_attempt.started_at', latelyIn(clock.now(), perMs))
  const now = () => clock.now().toISOString()
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

  async function takeOne(tx: Tx, key: string) {
    const taken = await tx
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
    if (taken) return
    const used = await tx
      .selectFrom('password_attempt')
      .select('started_at')
      .where('key', '=', key)
      .executeTakeFirst()
    const ends = Date.parse(used?.started_at ?? now()) + perMs
    throw tooMany((ends - clock.now().getTime()) / 1000, TOO_MANY_LOGINS)
  }

  return (names: string[]): Attempt => {
    // In one order everywhere: two that lock the same rows otherwise would wait for one another.
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
 * Wrong passwords, counted so that nobody can use up another person's attempts. A browser from which somebody came into
 * the account before has attempts of its own. Strangers share those of their address and those of the account: whoever
 * is kept out with them on a new device sets a new password by mail, after which the device is known.
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
    /** For a password that is asked for once more: only who has the login can use its attempts up. */
    ofSession: ({ sessionId }: Pick<Viewer, 'sessionId'>) => counted([`session ${sessionId}`]),
  }
}
export type PasswordAttempts = ReturnType<typeof passwordAttempts>
