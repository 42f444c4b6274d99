import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import type { Socket } from 'node:net'

/** Repeats requests to one URL over kept-alive connections, until a number of requests or a time limit. */
export interface Job {
  url: string
  headers: OutgoingHttpHeaders
  /** Access tokens of several people, who ask in turn. */
  tokens?: string[]
  /** Sent by POST; without a body the request is a GET. */
  body?: string
  /** The expected status. Another one aborts the run, as fast failures must not count as fast. */
  status: number
  /** Every request has a query of its own, so that no response is shared. */
  distinct: boolean
  connections: number
  requests: number
  maxMs: number
}
export interface Load {
  requests: number
  ms: number
  /** The size of one response on the wire, with headers. */
  bytes: number
  /** Milliseconds within which 99 of 100 responses came. */
  p99: number
}

async function run({
  url,
  headers,
  tokens,
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
  const next = () => {
    const token = tokens?.[sent % tokens.length]
    return {
      ...options,
      ...(token !== undefined && { headers: { ...headers, authorization: `Bearer ${token}` } }),
      ...(distinct && { path: `${pathname}?search=${startedAt}-${sent}` }),
    }
  }
  const sockets = new Set<Socket>()
  const startedAt = performance.now()
  let sent = 0
  const took: number[] = []
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asking = request(next(), (response) => {
        if (response.statusCode !== status)
          reject(new Error(`${url} answered ${response.statusCode} instead of ${status}`))
        response.resume().once('end', resolve)
      })
      asking.once('socket', (socket) => sockets.add(socket))
      asking.once('error', reject)
      asking.end(body)
    })
  const caller = async () => {
    while (sent < requests && performance.now() - startedAt < maxMs) {
      sent++
      const askedAt = performance.now()
      await ask()
      took.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const ms = performance.now() - startedAt
  const read = [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  agent.destroy()
  took.sort((a, b) => a - b)
  const p99 = took[Math.floor(took.length * 0.99)] ?? 0
  return { requests: sent, ms, bytes: Math.round(read / sent), p99 }
}

process.on('message', (job: Job) => {
  run(job).then(
    (load) => process.send?.(load),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})
process.once('disconnect', () => process.exit())
