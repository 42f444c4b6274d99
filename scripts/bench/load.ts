import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import type { Socket } from 'node:net'

/** Asks one URL over and over, over connections that stay open; ends after so many or so long. */
export interface Job {
  url: string
  headers: OutgoingHttpHeaders
  /** Sent with POST; without one it is a GET. */
  body?: string
  /** Any other answer ends the whole run: what failed fast must not pass for fast. */
  status: number
  /** Every request has a query of its own, so that no answer serves a second one. */
  distinct: boolean
  connections: number
  requests: number
  maxMs: number
}
export interface Load {
  requests: number
  ms: number
  /** Of one answer on the wire, head and body. */
  bytes: number
}

async function run({
  url,
  headers,
  body,
  status,
  distinct,
  connections,
  requests,
  maxMs,
}: Job): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port, pathname, search } = new URL(url)
  const method = body === undefined ? 'GET' : 'POST'
  const options = { agent, hostname, port, path: pathname + search, headers, method }
  const next = () =>
    distinct ? { ...options, path: `${pathname}?n=${startedAt}-${asked}` } : options
  const sockets = new Set<Socket>()
  const startedAt = performance.now()
  let asked = 0
  const ask = () =>
    new Promise<void>((done, failed) => {
      const asking = request(next(), (response) => {
        if (response.statusCode !== status)
          failed(new Error(`${url} answered ${response.statusCode} instead of ${status}`))
        response.resume().once('end', done)
      })
      asking.once('socket', (socket) => sockets.add(socket))
      asking.once('error', failed)
      asking.end(body)
    })
  const caller = async () => {
    while (asked < requests && performance.now() - startedAt < maxMs) {
      asked++
      await ask()
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const ms = performance.now() - startedAt
  const read = [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  agent.destroy()
  return { requests: asked, ms, bytes: Math.round(read / asked) }
}

process.on('message', (job: Job) => {
  run(job).then(
    (load) => process.send?.(load),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})
process.once('disconnect', () => process.exit())
