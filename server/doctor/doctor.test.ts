import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_VERSION } from '#server/adapters/stripe/client.ts'
import { readConfig } from '#server/config/config.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { PROGRAM_ENV } from '#server/testing/program.ts'
import { balanceProblems, runChecks } from './checks.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const SITE = 'https://room.example'
const DEMO = { I_KNOW_THIS_IS_A_DEMO: '1' }

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  const right = { api_version: API_VERSION, enabled_events: ['*'] } as const
  for (const [path, connect] of [
    ['/api/stripe/webhook', false],
    ['/api/stripe/webhook/connect', true],
  ] as const)
    await sandbox.stripe.webhookEndpoints.create({
      ...right,
      enabled_events: [...right.enabled_events],
      url: SITE + path,
      connect,
    })
  await sandbox.stripe.paymentMethodDomains.create({ domain_name: 'room.example' })
  await sandbox.stripe.accounts.create({
    country: 'JP',
    type: 'custom',
    settings: {
      payouts: { schedule: { interval: 'manual' } },
      payments: { statement_descriptor: 'ROOM AOI' },
    },
  })
})
afterAll(() => sandbox.stop())

async function doctor(env: Record<string, string> = {}, args: string[] = []) {
  const { secretKey, publishableKey, url } = sandbox
  const keys = { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey }
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...PROGRAM_ENV, ...keys, ...DEMO, STRIPE_API_BASE: url, SITE_URL: SITE, ...env },
  })
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { stdout, code }
}

it('doctor finds nothing wrong with settings as docs/going-live.md asks for them', async () => {
  const { stdout, code } = await doctor()
  expect(stdout).not.toContain('BAD')
  expect(stdout.match(/^ok /gm)).toHaveLength(6)
  expect(code).toBe(0)
})

it('doctor names endpoints of another site, and exits with 1', async () => {
  const { stdout, code } = await doctor({ SITE_URL: 'https://other.example' }, ['--json'])
  expect(JSON.parse(stdout)).toContainEqual({
    name: 'webhook endpoints',
    problems: [
      'there is no webhook endpoint for https://other.example/api/stripe/webhook',
      'there is no webhook endpoint for https://other.example/api/stripe/webhook/connect',
    ],
  })
  expect(code).toBe(1)
})

it('doctor names mixed keys, and a seller with automatic payouts', async () => {
  const { payments, ...config } = readConfig({ ...DEMO, SITE_URL: SITE })
  const { id } = await sandbox.stripe.accounts.create({
    country: 'JP',
    type: 'express',
    settings: { payouts: { schedule: { interval: 'daily' } } },
  })
  const checks = await runChecks(sandbox.stripe, {
    ...config,
    payments: {
      ...payments,
      provider: 'stripe',
      secretKey: 'sk_live_1',
      publishableKey: 'pk_test_1',
      webhookSecrets: { platform: 'whsec_1', connect: 'whsec_1' },
    },
  })
  expect(Object.fromEntries(checks.map(({ name, problems }) => [name, problems]))).toMatchObject({
    keys: [
      'one of STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY is a test key, the other is live',
      'STRIPE_WEBHOOK_SECRET and STRIPE_CONNECT_WEBHOOK_SECRET are the same',
    ],
    'platform balance': [],
    sellers: [
      `${id} is of the type express, and not custom`,
      `${id} has no statement descriptor: the seller's own name may stand on statements`,
      `${id} is paid out daily, and not manually`,
    ],
  })
})

it.each([
  [-1, ['-1 jpy: refunds of our fee may fail, add funds']],
  [0, []],
])('doctor judges a platform balance of %i', (amount, problems) => {
  expect(balanceProblems({ available: [{ amount, currency: 'jpy' }] })).toEqual(problems)
})
