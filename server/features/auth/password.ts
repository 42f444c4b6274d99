import { hash, verify } from '@node-rs/argon2'

/** argon2id with OWASP's second choice of costs (19 MiB, 2 passes): about 20 ms on one core. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashes at once: a rush of logins waits in line instead of taking all memory and every core. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, COSTS))

const nobody = hashPassword('')

/** Takes as long for somebody we do not know, so that the time tells nothing. */
export async function passwordFits(stored: string | null | undefined, password: string) {
  const known = stored ?? (await nobody)
  const fits = await inTurn(() => verify(known, password))
  return fits && stored !== null && stored !== undefined
}
