import type { Context } from 'hono'
import { API_BASE, type Endpoint } from '#contract/http/endpoint.ts'
import type { ReadResult } from '#contract/reads/calls.ts'

/** The app, which answers a request with the environment of its connection. */
export type AppFetch = (request: Request, env: object) => Response | Promise<Response>

/** What the answer to a part depends on, besides its path. */
const FORWARDED = ['authorization', 'cookie', 'user-agent', 'x-forwarded-for']

/** The answer to what no batch may contain. */
const NONE: ReadResult = { status: 404, body: null, link: null, total: null }

/** Whether the request is a part of a batch; requests from outside cannot set this. */
export function isPart(c: Context): boolean {
  const env: { part?: true } | undefined = c.env
  return env?.part === true
}

/** A batch may contain calls that read JSON with the rights of a person, and none that hands out tokens. */
export const mayBePart = ({ method, auth, kind = 'json', secret }: Endpoint): boolean =>
  method === 'GET' &&
  (kind === 'json' || kind === 'list') &&
  (auth === 'none' || auth === 'optional' || auth === 'viewer') &&
  !secret

/**
 * Answers other calls for the client of this request. Each passes the whole app: its rights, its input, its rate limit
 * and its log line are those of a request of its own.
 */
export const answerPart =
  (c: Context, fetch: AppFetch) =>
  async (call: string): Promise<ReadResult> => {
    const url = new URL(API_BASE + call, c.req.url)
    // `/../` would lead out of the API.
    if (!url.pathname.startsWith(`${API_BASE}/`)) return NONE
    const headers = new Headers()
    for (const name of FORWARDED) {
      const value = c.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    const response = await fetch(new Request(url, { headers }), { ...c.env, part: true })
    for (const cookie of response.headers.getSetCookie())
      c.header('set-cookie', cookie, { append: true })
    // Some lists can also be downloaded as a table.
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    if (response.status !== 204 && !isJson) {
      await response.body?.cancel()
      return NONE
    }
    return {
      status: response.status,
      body: response.status === 204 ? null : await response.text(),
      link: response.headers.get('link'),
      total: response.headers.get('x-total-count'),
    }
  }
