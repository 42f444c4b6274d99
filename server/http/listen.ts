import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Deps } from '#server/process/deps.ts'
import { trusted } from './client.ts'
import type { EarlyListener } from './ready.ts'

/** Whoever connects and says nothing, or one letter at a time, is let go. */
const HEADERS_MS = 15_000
/** Enough for a piece of a film over a bad network; who sends slower holds a place that others want. */
const REQUEST_MS = 300_000
/**
 * Lines that nothing is said on are left to proxies to close, which keep them for a minute (nginx) or two (Caddy): closed
 * by us in the instant in which one sends something, it would be answered 502, as who changes something is not asked twice.
 */
const IDLE_MS = 150_000

/** Told to close, it waits so long for the rest of what somebody sends: less than the process has to end in (`DRAIN_MS`). */
const STALLED_MS = 8_000

interface Listening extends Pick<Deps['config'], 'host' | 'port'> {
  /** Proxies on other machines that are believed who their clients are; see `trusted`. */
  proxies?: string[]
  /** Asked before everything else. */
  early?: EarlyListener
  /** From then on each answer ends its connection: who has more to ask finds another process. */
  isDraining?: () => boolean
  headersMs?: number
  requestMs?: number
}

/** Opens the door; rejects where it cannot. `close` lets nobody in and waits for the answers that are under way. */
export async function listen(
  fetch: Parameters<typeof getRequestListener>[0],
  {
    host,
    port,
    proxies = [],
    early = (_, __, next) => next(),
    isDraining = () => false,
    headersMs = HEADERS_MS,
    requestMs = REQUEST_MS,
  }: Listening,
) {
  const trusts = trusted(proxies)
  const ordinary = getRequestListener(
    (request, env) => fetch(request, Object.assign(env, { trusts })),
    {
      hostname: host,
    },
  )
  const underWay = new Set<ServerResponse>()
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: headersMs / 3,
      keepAliveTimeout: IDLE_MS,
    },
    (incoming, outgoing) => {
      if (isDraining()) outgoing.setHeader('connection', 'close')
      early(incoming, outgoing, () => void ordinary(incoming, outgoing))
      if (outgoing.writableEnded) return
      underWay.add(outgoing)
      outgoing.once('close', () => underWay.delete(outgoing))
    },
  )
  server.listen(port, host)
  await once(server, 'listening')

  return {
    server,
    async close() {
      const closed = new Promise((done) => server.close(done))
      const patience = setTimeout(() => {
        for (const { req } of underWay) if (!req.complete) req.destroy()
      }, STALLED_MS)
      while (underWay.size > 0)
        await Promise.all([...underWay].map((response) => once(response, 'close')))
      clearTimeout(patience)
      // Left are those who only hold the line, or have not yet said what they want.
      server.closeAllConnections()
      await closed
    },
  }
}
