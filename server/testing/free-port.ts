import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that a system hands out by itself, to whoever calls somebody. */
const FIRST = 20_000
const PARTS = 10
const PART = 1_000
/** Files that are tested at the same time have a part each: no other takes the port of a server that is away for a moment. */
const ours = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % PARTS) * PART
const given = new Set<number>()

/** A port of this machine that nobody has, for a program that must be told one before it starts, or comes back to it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ours + randomInt(PART)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port)
  try {
    await once(probe, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return true
}
