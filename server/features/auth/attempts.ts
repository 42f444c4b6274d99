import { createHash } from 'node:crypto'
import { LOGIN_ATTEMPTS } from '#contract/auth/limits.ts'
import { TOO_MANY_LOGINS } from '#contract/auth/messages.ts'
import { windowOf } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { tooMany } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { countAttempt, findStart, uncountAttempt } from './attempt-queries.ts'
import { knownDevice } from './sessions/known-devices.ts'

interface Limit {
  max: number
  perMs: number
}
type AttemptDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** One password attempt, counted before the check, so that parallel guesses gain nothing. */
export interface PasswordAttempt {
  /** Counts one attempt; refuses with 429 and `Retry-After` when none are left. */
  take: () => Promise<void>
  /** Uncounts the attempt after a correct password. */
  giveBack: () => Promise<void>
}

/** Counts attempts in the database: shared by all processes and kept across restarts. */
function attemptCounter({ db, clock, config }: AttemptDeps, { max, perMs }: Limit) {
  const now = () => clock.now().toISOString()
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

  async function takeOne(tx: Tx, key: string) {
    const window = windowOf(clock.now(), perMs)
    if (await countAttempt(tx, key, { now: now(), window, max })) return
    const start = await findStart(tx, key)
    const ends = Date.parse(start ?? now()) + perMs
    throw tooMany((ends - clock.now().getTime()) / 1000, TOO_MANY_LOGINS)
  }

  return (names: string[]): PasswordAttempt => {
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
        await transact(db, (tx) => uncountAttempt(tx, keys))
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
    ): Promise<PasswordAttempt> {
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
