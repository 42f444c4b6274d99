import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { IDENTITY_MAX_BYTES } from '#contract/monetization/limits.ts'
import { SANDBOX_PATH } from '#contract/payments/limits.ts'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import type { Config } from '#server/config/config.ts'

/** Calls that browsers make with the publishable key, and pages for people. Others are not proxied. */
const FOR_BROWSERS = [
  /^\/v1\/(tokens|files|payment_methods)$/,
  /^\/v1\/(payment|setup)_intents\/\w+(\/confirm)?$/,
  /^\/(challenge|onboarding|voucher|assets)\/[\w.]+$/,
]
const MAX_BYTES = 20_000
/** The only path that accepts a file; its size limit includes the overhead of the form. */
const PICTURES = '/v1/files'
const MAX_PICTURE_BYTES = IDENTITY_MAX_BYTES + 10_000
const TIMEOUT_MS = 30_000
/** Headers passed to the sandbox, and back to the browser. */
const REQUEST_HEADERS = [
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

/** Proxies the payment sandbox for browsers, as it listens on loopback only. */
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
    // Browsers must never use the secret key.
    const secret = secretKey !== '' && c.req.header('authorization')?.includes(secretKey)
    if (!allowed || secret) return c.json({ message: STATUS_MESSAGES[404] }, 404)
    const { search } = new URL(c.req.url)
    const answer = await ask(c, apiBase + path + search).catch(() => null)
    return answer
      ? pass(c, answer)
      : c.json({ message: STATUS_MESSAGES[503] }, 503, { 'retry-after': '5' })
  })
}

const ask = async (c: Context, url: string) =>
  fetch(url, {
    method: c.req.method,
    headers: picked(REQUEST_HEADERS, (name) => c.req.header(name)),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(c.req.method === 'POST' && { body: await c.req.arrayBuffer() }),
  })

/** The sandbox's pages may be framed by this site, and send their own policy. */
function pass(c: Context, answer: Response): Response {
  c.header('x-frame-options', 'SAMEORIGIN')
  for (const [name, value] of Object.entries(picked(ANSWERED, (name) => answer.headers.get(name))))
    c.header(name, value)
  return c.body(answer.body as ReadableStream, answer.status as 200)
}

function picked(names: string[], get: (name: string) => string | null | undefined) {
  const values: Record<string, string> = {}
  for (const name of names) {
    const value = get(name)
    if (value) values[name] = value
  }
  return values
}
