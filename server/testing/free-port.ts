import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral port range. */
const FIRST = 20_000
const PARTS = 10
const PART = 1_000
/** Each parallel test process has its own range, so that no other takes the port of a server that restarts. */
const ours = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % PARTS) * PART
const usedPorts = new Set<number>()

/** A free port, for a program that needs to know its port before it starts, or reuses it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ours + randomInt(PART)
    if (usedPorts.has(port) || !(await isFree(port))) continue
    usedPorts.add(port)
    return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer((socket) => socket.destroy()).listen(port)
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
