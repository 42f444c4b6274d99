import { Agent, type RequestOptions, request } from 'node:https'

interface Answer {
  status: number
  retryAfter: string | undefined
  text: string
}
interface Post {
  headers: Record<string, string | number>
  body: Buffer | string
  /** Null: whatever the name leads to. */
  lookup: RequestOptions['lookup'] | null
  signal: AbortSignal
}

/** Nobody reads more of what a push service says. */
const MAX_BYTES = 10_000
/** Connections to one service that wait for the next notification. */
const IDLE = { keepAlive: true, maxFreeSockets: 8, timeout: 60_000 }

/** Asks once, follows nobody elsewhere, and reads no more than a little. */
export function poster() {
  const agent = new Agent(IDLE)
  return (url: URL, { headers, body, lookup, signal }: Post) =>
    new Promise<Answer>((done, failed) => {
      request(url, { method: 'POST', headers, signal, agent, ...(lookup && { lookup }) })
        .once('error', failed)
        .once('response', (response) => {
          const { statusCode: status = 0, headers: told } = response
          const parts: Buffer[] = []
          let bytes = 0
          const finish = () =>
            done({
              status,
              retryAfter: told['retry-after'],
              text: Buffer.concat(parts).toString('utf8'),
            })
          response
            .on('data', (part: Buffer) => {
              parts.push(part)
              bytes += part.length
              if (bytes <= MAX_BYTES) return
              finish()
              response.destroy()
            })
            .once('end', finish)
            .once('error', failed)
        })
        .end(body)
    })
}
export type Poster = ReturnType<typeof poster>
