import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { mountSandbox } from './sandbox.ts'

let sandbox: Sandbox
const app = new Hono()
beforeAll(async () => {
  sandbox = await startSandbox()
  const config = readConfig({
    STRIPE_API_BASE: sandbox.url,
    PAYMENTS: 'sandbox',
    STRIPE_SECRET_KEY: sandbox.secretKey,
  })
  mountSandbox(app, config)
})
afterAll(() => sandbox.stop())

const ask = (path: string, key: string, body?: string) =>
  app.request(`/sandbox/stripe${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(body !== undefined && { body }),
  })
const card = 'card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2039&card[cvc]=123'

it('proxy passes browser calls with the publishable key', async () => {
  const answer = await ask('/v1/tokens', sandbox.publishableKey, card)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ object: 'token', card: { last4: '4242' } })
})

it('proxy refuses all other calls, and the secret key', async () => {
  for (const path of [
    '/v1/customers',
    '/v1/tokens/tok_1',
    '/_control/clock',
    '/v1/tokens/../customers',
  ])
    expect((await ask(path, sandbox.publishableKey)).status, path).toBe(404)
  expect((await ask('/v1/tokens', sandbox.secretKey, card)).status).toBe(404)
})

it('proxy allows its pages to be framed by this site only', async () => {
  const answer = await ask('/assets/page.js', '')
  expect(answer.headers.get('content-type')).toContain('javascript')
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
})

it('proxy reports an outage of the sandbox', async () => {
  const app = new Hono()
  mountSandbox(app, readConfig({ STRIPE_API_BASE: 'http://127.0.0.1:9', PAYMENTS: 'sandbox' }))
  const answer = await app.request('/sandbox/stripe/v1/tokens', { method: 'POST', body: card })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
})

it('proxy does not exist with real payments', async () => {
  const real = new Hono()
  mountSandbox(real, readConfig({ PAYMENTS: 'stripe', STRIPE_API_BASE: sandbox.url }))
  expect((await real.request('/sandbox/stripe/assets/page.js')).status).toBe(404)
})
