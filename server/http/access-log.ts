import type { MiddlewareHandler } from 'hono'
import type { Log } from '#server/ports/log.ts'

const LONGEST_PATH = 200

/** A path as it may be logged: without email addresses and long texts that a client put into it. */
export const loggedPath = (path: string): string =>
  path.replace(/[^/]*(?:@|%40)[^/]*/g, '…').slice(0, LONGEST_PATH)

/** Logs one line per request: the path without its query, which may contain personal data, and no IP address. */
export const accessLog =
  (
    log: Log,
    observe: (method: string, status: number, seconds: number) => void,
  ): MiddlewareHandler =>
  async (c, next) => {
    const startedAt = performance.now()
    await next()
    const ms = performance.now() - startedAt
    observe(c.req.method, c.res.status, ms / 1000)
    const facts = {
      method: c.req.method,
      path: loggedPath(c.req.path),
      status: c.res.status,
      ms: Math.round(ms),
      request_id: c.res.headers.get('x-request-id'),
    }
    if (c.res.status >= 500) log.error(facts, 'request')
    else log.info(facts, 'request')
  }
