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

/** One attempt at a password or an emailed code, counted before the check, so that parallel guesses gain nothing. */
export interface PasswordAttempt {
  /** Counts one attempt; refuses with 429 and `Retry-After` when none are left. */
  take: () => Promise<void>
  /** Uncounts the attempt after a correct one. */
  giveBack: () => Promise<void>
}

/** Counts attempts in the database: shared by all processes and kept across restarts. */
function attemptOf(
  { db, clock, config }: Deps,
  names: string[],
  why = TOO_MANY_LOGINS,
): PasswordAttempt {
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')
  // Sorted, so that concurrent transactions lock in the same order and do not deadlock.
  const keys = names.map(hashed).sort()
  return {
    async take() {
      if (!config.rateLimits) return
      await transact(db, async (tx) => {
        for (const key of keys) await takeOne(tx, key, clock.now(), why)
      })
    },
    async giveBack() {
      if (!config.rateLimits) return
      await transact(db, (tx) => uncountAttempt(tx, keys))
    },
  }
}

async function takeOne(tx: Tx, key: string, at: Date, why: string) {
  const { max, perMs } = LOGIN_ATTEMPTS
  const now = at.toISOString()
  if (await countAttempt(tx, key, { now, window: windowOf(at, perMs), max })) return
  const start = await findStart(tx, key)
  const ends = Date.parse(start ?? now) + perMs
  throw tooMany((ends - at.getTime()) / 1000, why)
}

/**
 * Counts wrong passwords such that strangers cannot lock an owner out. A known device has its own counter. Unknown
 * devices share one per IP address and one per account; an owner blocked by these on a new device resets the password
 * by email, which makes the device known.
 */
export async function loginAttempt(
  deps: Deps,
  account: string,
  userId: string | undefined,
  { address, deviceKey }: Pick<Client, 'address' | 'deviceKey'>,
): Promise<PasswordAttempt> {
  const device = userId === undefined ? null : await knownDevice(deps.db, userId, deviceKey)
  return attemptOf(
    deps,
    device === null
      ? [`address ${address}`, `account ${account}`]
      : [`device ${device} of ${userId}`],
  )
}

/** For a repeated password prompt: counted per session, so only its holder can use the attempts up. */
export const sessionAttempt = (deps: Deps, { sessionId }: Pick<Viewer, 'sessionId'>) =>
  attemptOf(deps, [`session ${sessionId}`])

/** For an emailed code. `about`: what it was sent for, so that nobody else can use the attempts up. */
export const codeAttempt = (deps: Deps, about: string, why: string) =>
  attemptOf(deps, [`code ${about}`], why)
