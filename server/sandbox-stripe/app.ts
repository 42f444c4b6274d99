import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { controlRoutes } from './control/routes.ts'
import { answer, type World } from './core/answer.ts'
import { type ErrorBody, Failure } from './core/failures.ts'
import { readForm } from './core/form.ts'
import { randomText } from './core/ids.ts'
import { type Asked, written } from './core/request.ts'
import type { createMachine } from './machine.ts'
import { pageRoutes } from './pages/routes.ts'
import type { createDeliverer } from './webhooks/deliver.ts'

export type Bindings = { Bindings: HttpBindings }
const LARGEST_BODY = 1_000_000
const HANGS_MS = 30_000

/** Stripe's API under /v1, the pages that people see, and under /_control what Stripe has not. */
export function createApp(
  world: World,
  deliverer: ReturnType<typeof createDeliverer>,
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
    return told(500, { type: 'api_error', message: 'The sandbox itself is broken.' })
  })
  return app
}

async function answerV1(c: Context<Bindings>, world: World): Promise<Response> {
  const asked = await readAsked(c)
  if (asked instanceof Failure) return told(asked.status, asked.body)
  const { answer: made, lost, ms } = await answer(world, asked)
  if (lost !== null) return lose(c, lost, ms)
  return new Response(made.body, {
    status: made.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': asked.id,
      ...made.headers,
    },
  })
}

async function readAsked(c: Context<Bindings>): Promise<Asked | Failure> {
  const raw = await c.req.text()
  if (raw.length > LARGEST_BODY)
    return new Failure(413, { type: 'invalid_request_error', message: 'The body is too large.' })
  const url = new URL(c.req.url)
  const header = (name: string) => c.req.header(name) ?? null
  try {
    const given = { ...readForm(url.search), ...readForm(raw) }
    const { _stripe_account: account } = given
    return {
      id: `req_${randomText(14)}`,
      method: c.req.method,
      path: url.pathname,
      given,
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

/** The work is done, the answer never comes. */
async function lose(c: Context<Bindings>, how: 'cut' | 'hang', ms: number) {
  if (how === 'hang') await new Promise((resolve) => setTimeout(resolve, ms || HANGS_MS).unref())
  c.env.outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

const told = (status: number, error: ErrorBody) =>
  new Response(written({ error }), { status, headers: { 'content-type': 'application/json' } })
