import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/testing/free-port.ts'
import { openFront } from './front.ts'
import { openSite } from './site.ts'

/** So long a node of several stays away: its leases run out, and the others do its work. */
const AWAY_MS = 3_000

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
  limits?: string,
) {
  const nodes = ports.map((port) => openSite({ ...env, SITE_URL: url, PORT: String(port) }, limits))
  let kills = 0
  let offsetMs = 0
  let slowestMs = 0
  const all = (act: 'start' | 'stop' | 'kill') => Promise.all(nodes.map((node) => node[act]()))

  return {
    pids: () => nodes.map((node) => node.pid()),
    kills: () => kills,
    /** The longest that a process took from its start to being ready. */
    slowestMs: () => slowestMs,
    offsetMs: () => offsetMs,
    /** From its next start on, its clock is so much further. */
    later: (ms: number) => {
      offsetMs += ms
      for (const node of nodes) node.later(ms)
    },
    start: () => all('start'),
    stop: () => all('stop'),
    kill: () => all('kill'),
    /** One of them, as in a power cut: nothing is finished, nothing is closed; then it is started again. */
    async shoot() {
      const node = nodes[kills++ % nodes.length]!
      await node.kill()
      if (nodes.length > 1) await pause(AWAY_MS)
      const startedAt = performance.now()
      await node.start()
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    },
    /** As a new version comes: one after the other ends and is started again. */
    async roll() {
      for (const node of nodes) {
        await node.stop()
        await node.start()
      }
    },
    async close() {
      await all('kill')
      await close?.()
    },
  }
}
