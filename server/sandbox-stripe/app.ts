import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { controlRoutes } from './control/routes.ts'
import { answer, type World } from './core/answer.ts'
import { type ErrorBody, Failure } from './core/failures.ts'
import { readForm, readMultipart } from './core/form.ts'
import { randomText } from './core/ids.ts'
import { type ApiRequest, written } from './core/request.ts'
import type { createMachine } from './machine.ts'
import { pageRoutes } from './pages/routes.ts'
import type { Deliverer } from './webhooks/deliver.ts'

export type Bindings = { Bindings: HttpBindings }
const LARGEST_BODY = 1_000_000
const LARGEST_FILE = 16_500_000
const HANGS_MS = 30_000

/** The app: Stripe's API under /v1, the pages for people, and test controls under /_control. */
export function createApp(
  world: World,
  deliverer: Deliverer,
  machine: ReturnType<typeof createMachine>,
) {
  const app = new Hono<Bindings>()
  app.all('/v1/*', async (c) => {
    try {
      return await answerV1(c, world)
    } finally {
      deliverer.wake()
    }
  })
  app.route('/', pageRoutes(world, deliverer))
  app.route('/_control', controlRoutes(world, deliverer, machine))
  app.notFound((c) =>
    c.json({ error: { type: 'invalid_request_error', message: 'Not here.' } }, 404),
  )
  app.onError((error) => {
    console.error(error)
    return errorResponse(500, { type: 'api_error', message: 'The sandbox itself is broken.' })
  })
  return app
}

async function answerV1(c: Context<Bindings>, world: World): Promise<Response> {
  const request = await readAsked(c)
  if (request instanceof Failure) return errorResponse(request.status, request.body)
  const { answer: response, lost, ms } = await answer(world, request)
  if (lost !== null) return lose(c, lost, ms)
  return new Response(response.body, {
    status: response.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': request.id,
      ...response.headers,
    },
  })
}

async function readAsked(c: Context<Bindings>): Promise<ApiRequest | Failure> {
  const header = (name: string) => c.req.header(name) ?? null
  const withFile = header('content-type')?.startsWith('multipart/form-data') ?? false
  const bytes = await c.req.arrayBuffer()
  if (bytes.byteLength > (withFile ? LARGEST_FILE : LARGEST_BODY))
    return new Failure(413, { type: 'invalid_request_error', message: 'The body is too large.' })
  const raw = withFile ? '' : new TextDecoder().decode(bytes)
  const url = new URL(c.req.url)
  try {
    const body = withFile ? await readMultipart(formOf(c, bytes)) : readForm(raw)
    const input = { ...readForm(url.search), ...body }
    const { _stripe_account: account } = input
    return {
      id: `req_${randomText(14)}`,
      method: c.req.method,
      path: url.pathname,
      input,
      raw: raw || url.search,
      key: header('idempotency-key'),
      version: header('stripe-version'),
      account: header('stripe-account') ?? (typeof account === 'string' ? account : null),
      authorization: header('authorization'),
    }
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

const formOf = (c: Context, body: ArrayBuffer) =>
  new Request(c.req.url, {
    method: 'POST',
    headers: { 'content-type': c.req.header('content-type') ?? '' },
    body,
  })

/** Simulates a lost response: the call has taken effect. */
async function lose(c: Context<Bindings>, how: 'cut' | 'hang', ms: number) {
  if (how === 'hang') await new Promise((resolve) => setTimeout(resolve, ms || HANGS_MS).unref())
  c.env.outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

const errorResponse = (status: number, error: ErrorBody) =>
  new Response(written({ error }), { status, headers: { 'content-type': 'application/json' } })
