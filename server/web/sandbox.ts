import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { IDENTITY_MAX_BYTES, SANDBOX_PATH } from '#contract/limits.ts'
import { REFUSED } from '#contract/messages.ts'
import type { Config } from '#server/config/config.ts'

/** What a browser may ask of the provider with the publishable key, and the pages it is shown. Nothing else passes. */
const FOR_BROWSERS = [
  /^\/v1\/(tokens|files)$/,
  /^\/v1\/(payment|setup)_intents\/\w+(\/confirm)?$/,
  /^\/(challenge|onboarding|assets)\/[\w.]+$/,
]
const MAX_BYTES = 20_000
/** The one path that takes a picture, and what its form adds to it. */
const PICTURES = '/v1/files'
const MAX_PICTURE_BYTES = IDENTITY_MAX_BYTES + 10_000
const TIMEOUT_MS = 30_000
/** What the sandbox needs to know of a request, and what the browser needs of the answer. */
const ASKED = [
  'authorization',
  'content-type',
  'stripe-account',
  'stripe-version',
  'idempotency-key',
]
const ANSWERED = [
  'content-type',
  'content-security-policy',
  'cache-control',
  'referrer-policy',
  'location',
]

/** The payment sandbox as browsers reach it: on this site, for it listens to this machine alone. */
export function mountSandbox(app: Hono, { payments }: Pick<Config, 'payments'>) {
  const { provider, apiBase, secretKey } = payments
  if (provider !== 'sandbox' || !apiBase) return
  const limits = {
    other: bodyLimit({ maxSize: MAX_BYTES }),
    picture: bodyLimit({ maxSize: MAX_PICTURE_BYTES }),
  }
  const limit: MiddlewareHandler = (c, next) =>
    (c.req.path === SANDBOX_PATH + PICTURES ? limits.picture : limits.other)(c, next)
  app.on(['GET', 'POST'], `${SANDBOX_PATH}/*`, limit, async (c) => {
    const path = c.req.path.slice(SANDBOX_PATH.length)
    const allowed = FOR_BROWSERS.some((pattern) => pattern.test(path))
    // The key that may do everything is no browser's.
    const secret = secretKey !== '' && c.req.header('authorization')?.includes(secretKey)
    if (!allowed || secret) return c.json({ message: REFUSED[404] }, 404)
    const { search } = new URL(c.req.url)
    const answer = await ask(c, apiBase + path + search).catch(() => null)
    return answer ? pass(c, answer) : c.json({ message: REFUSED[503] }, 503, { 'retry-after': '5' })
  })
}

const ask = async (c: Context, url: string) =>
  fetch(url, {
    method: c.req.method,
    headers: picked(ASKED, (name) => c.req.header(name)),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(c.req.method === 'POST' && { body: await c.req.arrayBuffer() }),
  })

/** Its pages are shown in a frame of ours, and say so themselves. */
function pass(c: Context, answer: Response): Response {
  c.header('x-frame-options', 'SAMEORIGIN')
  for (const [name, value] of Object.entries(picked(ANSWERED, (name) => answer.headers.get(name))))
    c.header(name, value)
  return c.body(answer.body as ReadableStream, answer.status as 200)
}

function picked(names: string[], get: (name: string) => string | null | undefined) {
  const found: Record<string, string> = {}
  for (const name of names) {
    const value = get(name)
    if (value) found[name] = value
  }
  return found
}
