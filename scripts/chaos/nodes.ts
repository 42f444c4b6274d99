import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/testing/free-port.ts'
import { startProxy } from './proxy.ts'
import type { Recovery } from './recovery.ts'
import { startSite } from './site.ts'

/**
 * How long a killed node stays down while the others serve and run due jobs. Its leases last longer; their jobs are
 * taken over once time passes (run.ts).
 */
const AWAY_MS = 3_000
/** The deadline after which a process that should die at one of its next writes is killed in any case. */
const NEXT_WRITE_MS = 4_000

/** Ports for this many processes, and one address for all of them. */
export async function createDataDir(count: number) {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const front = count === 1 ? null : await startProxy(ports)
  return { ports, url: front?.url ?? `http://127.0.0.1:${ports[0]}`, close: front?.close }
}
type Place = Awaited<ReturnType<typeof createDataDir>>

/** Our server's processes. */
export function startNodes(
  { ports, url, close }: Place,
  env: Record<string, string>,
  { limits, knock }: { limits?: string | undefined; knock: (url: string) => Promise<void> },
) {
  const nodes = ports.map((port) =>
    startSite({ ...env, SITE_URL: url, PORT: String(port) }, limits),
  )
  let kills = 0
  let offsetMs = 0
  const recovery: Recovery = { fromKill: [], fromStart: [] }
  const all = (act: 'start' | 'stop' | 'kill') => Promise.all(nodes.map((node) => node[act]()))

  return {
    pids: () => nodes.map((node) => node.pid()),
    kills: () => kills,
    recovery,
    errors: () => nodes.flatMap((node) => node.errors()),
    hung: () => nodes.flatMap((node) => node.hung()),
    offsetMs: () => offsetMs,
    /** Shifts the clock, from the next start on. */
    later: (ms: number) => {
      offsetMs += ms
      for (const node of nodes) node.later(ms)
    },
    start: () => all('start'),
    stop: () => all('stop'),
    kill: () => all('kill'),
    /**
     * Kills one of them as in a power cut, restarts it, and waits until it has acknowledged a write. `arm` makes it
     * die at a write; returns whether it did.
     */
    async shoot(arm?: { set: () => void; clear: () => void }) {
      const nth = kills++ % nodes.length
      const node = nodes[nth]!
      let diedByItself = false
      if (arm) {
        arm.set()
        const died = node.exited().then(() => true)
        diedByItself = await Promise.race([died, pause(NEXT_WRITE_MS, false)])
      }
      const killedAt = performance.now()
      await node.kill()
      arm?.clear()
      if (nodes.length > 1) await pause(AWAY_MS)
      const startedAt = performance.now()
      await Promise.all([node.start(), knock(`http://127.0.0.1:${ports[nth]}`)])
      recovery.fromStart.push(performance.now() - startedAt)
      // With several nodes the others serve, and this one was kept down on purpose.
      if (nodes.length === 1) recovery.fromKill.push(performance.now() - killedAt)
      return diedByItself
    },
    /** A rolling upgrade: each node is stopped and restarted after `isBack` has resolved for the one before. */
    async roll(isBack: (port: number) => Promise<unknown> = async () => null) {
      for (const [nth, node] of nodes.entries()) {
        await node.stop()
        await node.start()
        await isBack(ports[nth]!)
      }
    },
    async close() {
      await all('kill')
      await close?.()
    },
  }
}
