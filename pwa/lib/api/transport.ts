import { auth } from '#contract/auth/calls.ts'
import { type Transport, Unreachable, urlOf } from '#contract/http/caller.ts'
import { READ_TIMEOUT_MS, SEND_TIMEOUT_MS } from '#contract/shared/limits.ts'
import { propertiesOf } from '../unknown.ts'

export type Fetch = Transport['fetch']

/** Aborts a request after its timeout: a network that drops packets reports no error. Uploads have no timeout. */
export const withTimeout =
  (fetch: Fetch): Fetch =>
  (url, init) => {
    const { method, body, signal } = init
    if (body && typeof body !== 'string') return fetch(url, init)
    const reads = method === 'GET'
    const timeout = AbortSignal.timeout(reads ? READ_TIMEOUT_MS : SEND_TIMEOUT_MS)
    return fetch(url, {
      ...init,
      // Sends on when the page is closed: an aborted refresh could lose the session, as its token is used up.
      keepalive: !reads && !body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  }

/** Whether `withTimeout` aborted the request. */
export const isTimeout = ({ cause }: Error) => propertiesOf(cause).name === 'TimeoutError'

const NOT_MODIFIED = 304
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== NOT_MODIFIED)

/**
 * Treats the answer of a captive portal or proxy as no answer, so that nothing is decided or deleted because of it: a
 * redirect, or a success without our server's `x-request-id`. Errors pass: callers compare their message.
 */
export const rejectForeignResponses =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    if (isRedirect(response) || (response.ok && !response.headers.has('x-request-id')))
      throw new Unreachable('not an answer of our server', response.status)
    return response
  }

declare global {
  interface Window {
    /**
     * The answer to the refresh of a member's session that `pre-hydration.js` sends before the app is loaded; null once
     * the app has begun to send requests: that script may run later.
     */
    earlyRefresh?: Promise<Response> | null
  }
}

/** Takes the first refresh that is sent already, unless another tab has logged the member out since. */
export const withEarlyRefresh =
  (fetch: Fetch, hasMember: () => boolean): Fetch =>
  (url, init) => {
    const early = url === urlOf(auth.refresh, {}) && hasMember() ? window.earlyRefresh : null
    window.earlyRefresh = null
    return early ?? fetch(url, init)
  }
