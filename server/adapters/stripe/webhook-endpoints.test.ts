import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import { readConfig } from '#server/config/config.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { memoryLog } from '#server/testing/log.ts'
import { API_VERSION } from './client.ts'
import { EVENTS } from './event-types.ts'
import { checkSettings } from './open.ts'
import { readEndpointProblems } from './webhook-endpoints.ts'

const SITE = 'https://room.example'
const PLATFORM = SITE + WEBHOOK_PATHS.platform
const CONNECT = SITE + WEBHOOK_PATHS.connect
const RIGHT: Pick<Stripe.WebhookEndpointCreateParams, 'api_version' | 'enabled_events'> = {
  api_version: API_VERSION,
  enabled_events: [...EVENTS],
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
afterEach(async () => {
  const { webhookEndpoints } = sandbox.stripe
  for await (const { id } of webhookEndpoints.list()) await webhookEndpoints.del(id)
})

const problems = () => readEndpointProblems(sandbox.stripe, SITE)

it('webhook endpoints as docs/going-live.md asks for them have no problem', async () => {
  await sandbox.stripe.webhookEndpoints.create({ ...RIGHT, url: PLATFORM })
  await sandbox.stripe.webhookEndpoints.create({ ...RIGHT, url: CONNECT, connect: true })
  expect(await problems()).toEqual([])
})

it('webhook endpoints that are missing or for the wrong accounts are named', async () => {
  await sandbox.stripe.webhookEndpoints.create({ ...RIGHT, url: CONNECT })
  expect(await problems()).toEqual([
    `there is no webhook endpoint for ${PLATFORM}`,
    `the webhook endpoint ${CONNECT} must be for connected accounts`,
  ])
})

it('webhook endpoint of another API version, without an event or disabled is named', async () => {
  const { webhookEndpoints } = sandbox.stripe
  const [missing, ...enabled_events] = EVENTS
  const { id } = await webhookEndpoints.create({ enabled_events, url: PLATFORM })
  await webhookEndpoints.update(id, { disabled: true })
  await webhookEndpoints.create({ ...RIGHT, enabled_events: ['*'], url: CONNECT, connect: true })
  expect(await problems()).toEqual([
    `the webhook endpoint ${PLATFORM} is disabled`,
    `the webhook endpoint ${PLATFORM} has the API version of the account, and not ${API_VERSION}`,
    `the webhook endpoint ${PLATFORM} lacks the events ${missing}`,
  ])
})

async function start() {
  const log = memoryLog()
  const { payments, ...config } = readConfig({})
  const { secretKey, url: apiBase } = sandbox
  const keys = { ...payments, provider: 'stripe' as const, secretKey, apiBase }
  await checkSettings({ ...config, siteUrl: SITE, payments: keys }, log)
  return log
}

it('start logs problems of the webhook endpoints', async () => {
  const log = await start()
  const named = expect.objectContaining({ problem: expect.stringContaining(PLATFORM) })
  expect(log.lines.map(({ facts }) => facts)).toContainEqual(named)
})

it('start without an answer of the provider logs that, and goes on', async () => {
  await sandbox.control.fault({ do: 'error', path: '/v1/webhook_endpoints' })
  const log = await start()
  await sandbox.control.clearFaults()
  expect(log.lines).toMatchObject([
    { message: 'a setting at the payment provider could not be read' },
  ])
})
