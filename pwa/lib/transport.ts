import { type Transport, Unreachable } from '#contract/caller.ts'
import { READ_TIMEOUT_MS, SEND_TIMEOUT_MS } from '#contract/limits.ts'

type Fetch = Transport['fetch']

/** Waits until it is enough: a network that swallows everything says nothing by itself. Files take what they take. */
export const withTimeout =
  (fetch: Fetch): Fetch =>
  (url, init) => {
    const { method, body, signal } = init
    if (body && typeof body !== 'string') return fetch(url, init)
    const reads = method === 'GET'
    const enough = AbortSignal.timeout(reads ? READ_TIMEOUT_MS : SEND_TIMEOUT_MS)
    return fetch(url, {
      ...init,
      // A page is closed, a phone put away before the answer: a login whose token was spent unheard would be over.
      keepalive: !reads && !body,
      signal: signal ? AbortSignal.any([signal, enough]) : enough,
    })
  }

/** That was waited for long enough already. */
export const isTimeout = ({ cause }: Error) => (cause as Error | undefined)?.name === 'TimeoutError'

const NOT_MODIFIED = 304
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== NOT_MODIFIED)

/**
 * Passes on only what our server answered. A success without `x-request-id`, and every redirect, comes from something in
 * between (a captive portal, a proxy): it counts as no answer, so that nothing is decided, sent off or deleted because
 * of it. A refusal is judged by its words.
 */
export const rejectForeignResponses =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    if (isRedirect(response) || (response.ok && !response.headers.has('x-request-id')))
      throw new Unreachable('not an answer of our server', response.status)
    return response
  }
