import { type Transport, Unreachable } from '#contract/caller.ts'

const NOT_MODIFIED = 304
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== NOT_MODIFIED)

/**
 * Passes on only what our server answered. A success without `x-request-id`, and every redirect, comes from something in
 * between (a captive portal, a proxy): it counts as no answer, so that nothing is decided, sent off or deleted because
 * of it. A refusal is judged by its words.
 */
export const genuine =
  (fetch: Transport['fetch']): Transport['fetch'] =>
  async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    if (isRedirect(response) || (response.ok && !response.headers.has('x-request-id')))
      throw new Unreachable('not an answer of our server', response.status)
    return response
  }
