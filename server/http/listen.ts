import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Deps } from '#server/process/deps.ts'
import { networkOf, trusted } from './client.ts'
import type { EarlyListener } from './ready.ts'

/** Timeout of the request headers, for silent and slow connections. */
const HEADERS_MS = 15_000
/** Timeout of a whole request: enough for a chunk of a video over a bad network. */
const REQUEST_MS = 300_000
/**
 * Idle connections are closed by the proxy, which keeps them for a minute (nginx) or two (Caddy): if we closed one at
 * the moment of its next request, the proxy would answer 502, as it does not retry a write.
 */
const IDLE_MS = 150_000

/** Ends a request whose body makes no progress for about this long. */
const STALLED_BODY_MS = 30_000
/** Connections that have not sent a request yet: of one address, and of all. */
const SILENT_MAX = { one: 100, all: 4_000 }
/**
 * Connections that wait while the process is busy. When a sale opens, thousands come at once: the system drops those above
 * Node's default of 511, and each tries again only after 1, 3, 7 and 15 seconds. Linux allows 4,096 (`somaxconn`).
 */
const WAITING_MAX = 4_096

/** At shutdown: how long the rest of a request is awaited; less than the process has to end in (`DRAIN_MS`). */
const STALLED_MS = 8_000

interface Listening extends Pick<Deps['config'], 'host' | 'port'> {
  /** Trusted proxies on other machines; see `trusted`. */
  proxies?: string[]
  /** Runs before everything else. */
  early?: EarlyListener
  /** While draining, each response closes its connection, so that the client reconnects to another process. */
  isDraining?: () => boolean
  headersMs?: number
  requestMs?: number
  stalledBodyMs?: number
  silentMax?: typeof SILENT_MAX
  /** Whether an address is a proxy, which limits its own clients. */
  speaksForMany?: (address: string) => boolean
}

/** Closes connections without a request while there are too many, so that they leave room for others. */
function boundSilent(
  server: Server,
  { one, all }: typeof SILENT_MAX,
  speaksForMany: (address: string) => boolean,
) {
  const silent = new Map<Socket, string>()
  server.on('connection', (socket) => {
    const remote = socket.remoteAddress ?? ''
    const address = networkOf(remote)
    const isFull = () => [...silent.values()].filter((other) => other === address).length >= one
    if (silent.size >= all || (!speaksForMany(remote) && isFull())) return void socket.destroy()
    silent.set(socket, address)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
}

/** Checks a few times within `ms`, as Node reports no progress of a body that nobody reads yet. */
const CHECKS = 3

/** Destroys a request of whose body no byte arrives within `ms`. */
function endStalledBody(incoming: IncomingMessage, ms: number) {
  const { headers, socket } = incoming
  if (!Number(headers['content-length']) && !headers['transfer-encoding']) return
  let read = socket.bytesRead
  let idle = 0
  const timer = setInterval(() => {
    if (incoming.complete) return clearInterval(timer)
    idle = socket.bytesRead === read ? idle + 1 : 0
    read = socket.bytesRead
    if (idle >= CHECKS) incoming.destroy()
  }, ms / CHECKS)
  timer.unref()
  incoming.once('close', () => clearInterval(timer))
}

/** Starts the HTTP server; rejects if it cannot. `close` refuses new connections and waits for running responses. */
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
    stalledBodyMs = STALLED_BODY_MS,
    silentMax = SILENT_MAX,
    speaksForMany = trusted(proxies),
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
      endStalledBody(incoming, stalledBodyMs)
      if (isDraining()) outgoing.setHeader('connection', 'close')
      early(incoming, outgoing, () => void ordinary(incoming, outgoing))
      if (outgoing.writableEnded) return
      underWay.add(outgoing)
      outgoing.once('close', () => underWay.delete(outgoing))
    },
  )
  boundSilent(server, silentMax, speaksForMany)
  server.listen({ port, host, backlog: WAITING_MAX })
  await once(server, 'listening')

  return {
    server,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      const timeout = setTimeout(() => {
        for (const { req } of underWay) if (!req.complete) req.destroy()
      }, STALLED_MS)
      while (underWay.size > 0)
        await Promise.all([...underWay].map((response) => once(response, 'close')))
      clearTimeout(timeout)
      // The remaining connections are idle, or have not sent a complete request.
      server.closeAllConnections()
      await closed
    },
  }
}
