import { Agent, type RequestOptions, request } from 'node:https'

interface Answer {
  status: number
  retryAfter: string | undefined
  text: string
}
interface Post {
  headers: Record<string, string | number>
  body: Buffer | string
  /** Null: any address. */
  lookup: RequestOptions['lookup'] | null
  signal: AbortSignal
}

/** Limit of a response that is read. */
const MAX_BYTES = 10_000
/** Idle connections to one service, kept for the next notification. */
const IDLE = { keepAlive: true, maxFreeSockets: 8, timeout: 60_000 }

/** Sends one POST; follows no redirect, and reads a limited response. */
export function poster() {
  const agent = new Agent(IDLE)
  return (url: URL, { headers, body, lookup, signal }: Post) =>
    new Promise<Answer>((resolve, reject) => {
      request(url, { method: 'POST', headers, signal, agent, ...(lookup && { lookup }) })
        .once('error', reject)
        .once('response', (response) => {
          const { statusCode: status = 0, headers: responseHeaders } = response
          const parts: Buffer[] = []
          let bytes = 0
          const finish = () =>
            resolve({
              status,
              retryAfter: responseHeaders['retry-after'],
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
            .once('error', reject)
        })
        .end(body)
    })
}
export type Poster = ReturnType<typeof poster>
