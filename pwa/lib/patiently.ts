import type { Transport } from '#contract/caller.ts'
import { READ_PATIENCE_MS, SEND_PATIENCE_MS } from '#contract/limits.ts'

type Fetch = Transport['fetch']

/** Waits until it is enough: a network that swallows everything says nothing by itself. Files take what they take. */
export const patiently =
  (fetch: Fetch): Fetch =>
  (url, init) => {
    const { method, body, signal } = init
    if (body && typeof body !== 'string') return fetch(url, init)
    const reads = method === 'GET'
    const enough = AbortSignal.timeout(reads ? READ_PATIENCE_MS : SEND_PATIENCE_MS)
    return fetch(url, {
      ...init,
      // A page is closed, a phone put away before the answer: a login whose token was spent unheard would be over.
      keepalive: !reads && !body,
      signal: signal ? AbortSignal.any([signal, enough]) : enough,
    })
  }

/** That was waited for long enough already. */
export const isSilence = ({ cause }: Error) => (cause as Error | undefined)?.name === 'TimeoutError'
