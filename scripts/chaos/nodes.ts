import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/testing/free-port.ts'
import { openFront } from './front.ts'
import type { Recovery } from './recovery.ts'
import { openSite } from './site.ts'

/**
 * So long a node of several stays away: the others serve meanwhile, and do what falls due. What it had in hand is leased
 * for longer; that is taken up when time passes (run.ts).
 */
const AWAY_MS = 3_000
/** A process that is to die at one of its next writes, and writes nothing, is killed all the same. */
const NEXT_WRITE_MS = 4_000

/** Where so many processes will be found, under one address that leads to any of them. */
export async function openPlace(count: number) {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const front = count === 1 ? null : await openFront(ports)
  return { ports, url: front?.url ?? `http://127.0.0.1:${ports[0]}`, close: front?.close }
}
type Place = Awaited<ReturnType<typeof openPlace>>

/** Our service there. */
export function openNodes(
  { ports, url, close }: Place,
  env: Record<string, string>,
  { limits, knock }: { limits?: string | undefined; knock: (url: string) => Promise<void> },
) {
  const nodes = ports.map((port) => openSite({ ...env, SITE_URL: url, PORT: String(port) }, limits))
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
    /** From its next start on, its clock is so much further. */
    later: (ms: number) => {
      offsetMs += ms
      for (const node of nodes) node.later(ms)
    },
    start: () => all('start'),
    stop: () => all('stop'),
    kill: () => all('kill'),
    /**
     * One of them, as in a power cut: nothing is finished, nothing is closed; then it is started again, and asked until
     * it has kept something. `arm` has it die by itself soon; answers whether it did.
     */
    async shoot(arm?: { set: () => void; clear: () => void }) {
      const nth = kills++ % nodes.length
      const node = nodes[nth]!
      let diedByItself = false
      if (arm) {
        arm.set()
        const died = node.gone().then(() => true)
        diedByItself = await Promise.race([died, pause(NEXT_WRITE_MS, false)])
      }
      const killedAt = performance.now()
      await node.kill()
      arm?.clear()
      if (nodes.length > 1) await pause(AWAY_MS)
      const startedAt = performance.now()
      await Promise.all([node.start(), knock(`http://127.0.0.1:${ports[nth]}`)])
      recovery.fromStart.push(performance.now() - startedAt)
      // Of several the others serve meanwhile, and this one was kept away.
      if (nodes.length === 1) recovery.fromKill.push(performance.now() - killedAt)
      return diedByItself
    },
    /** As a new version comes: one after the other ends and is started again, once `isBack` is over for the one before. */
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
