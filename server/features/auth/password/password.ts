import { hash, verify } from '@node-rs/argon2'
import type { PasswordAttempt } from '../password-attempts.ts'

/** argon2id with OWASP's second recommended setting (19 MiB, 2 passes): about 20 ms on one core. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Concurrent hashes: a rush of logins is queued instead of taking all memory and every core. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Normalizes full-width letters and accents, which keyboards encode in several ways. */
const spelled = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string) => inTurn(() => hash(spelled(password), COSTS))

const nobody = hashPassword('')

/**
 * Takes the same time for an unknown account, so that the timing reveals nothing. A caller without attempts left does
 * not wait in the queue.
 */
export async function passwordFits(
  stored: string | null | undefined,
  password: string,
  attempt: PasswordAttempt,
): Promise<boolean> {
  const known = stored ?? (await nobody)
  await attempt.take()
  const isSame = await inTurn(() => verify(known, spelled(password)))
  const fits = isSame && typeof stored === 'string'
  if (fits) await attempt.giveBack()
  return fits
}
