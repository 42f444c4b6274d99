import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { serve } from '@hono/node-server'
import type { Deps } from '#server/deps.ts'

/** Whoever connects and says nothing, or one letter at a time, is let go. */
const HEADERS_MS = 15_000

/** Opens the door; rejects where it cannot. `close` lets nobody in and waits for the answers that are under way. */
export async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { host, port }: Pick<Deps['config'], 'host' | 'port'>,
  headersMs = HEADERS_MS,
) {
  const serverOptions = { headersTimeout: headersMs, connectionsCheckingInterval: headersMs / 3 }
  const server = serve({ fetch, hostname: host, port, serverOptions }) as Server
  const underWay = new Set<ServerResponse>()
  server.on('request', (_, response: ServerResponse) => {
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
  })
  await once(server, 'listening')

  return {
    server,
    async close() {
      const closed = new Promise((done) => server.close(done))
      while (underWay.size > 0)
        await Promise.all([...underWay].map((response) => once(response, 'close')))
      // Left are those who only hold the line, or have not yet said what they want.
      server.closeAllConnections()
      await closed
    },
  }
}
