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
/** A seller with the right settings. */
let seller: string
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
  const { id } = await sandbox.stripe.accounts.create({
    country: 'JP',
    type: 'custom',
    capabilities: {
      card_payments: { requested: true },
      transfers: { requested: true },
      konbini_payments: { requested: true },
    },
    settings: {
      payouts: { schedule: { interval: 'manual' } },
      payments: { statement_descriptor: 'ROOM AOI' },
    },
  })
  await sandbox.control.trigger('complete_onboarding', { account: id })
  seller = id
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
  expect(stdout.match(/^ok /gm)).toHaveLength(7)
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
      `${id} has a negative balance taken from its bank account`,
      `${id} is of the type express, and not custom`,
      `${id} has no statement descriptor: the seller's own name may stand on statements`,
      `${id} is paid out daily, and not manually`,
    ],
  })
})

it('doctor names payment methods that are not as the texts name them', async () => {
  const methods = async () =>
    (await runChecks(sandbox.stripe, readConfig({ ...DEMO, SITE_URL: SITE }))).find(
      ({ name }) => name === 'payment methods',
    )?.problems
  expect(await methods()).toEqual([])
  await sandbox.control.settings({ payment_methods: ['card', 'apple_pay', 'link'] })
  const capability = { account: seller, capability: 'konbini_payments' }
  await sandbox.control.trigger('set_capability', { ...capability, status: 'inactive' })
  expect(await methods()).toEqual([
    'google_pay is off',
    'konbini is off',
    'link is on, which no text names',
    'konbini_payments is active for no seller: no ticket can be paid in a store',
  ])
  await sandbox.control.settings({
    payment_methods: ['card', 'apple_pay', 'google_pay', 'konbini'],
  })
  await sandbox.control.trigger('set_capability', { ...capability, status: 'active' })
})

it('doctor names a seller who charges without the capabilities that sales need', async () => {
  const { id } = await sandbox.control.seller(sandbox.stripe, ['card_payments'])
  const checks = await runChecks(sandbox.stripe, readConfig({ ...DEMO, SITE_URL: SITE }))
  const problems = checks.find(({ name }) => name === 'sellers')?.problems
  expect(problems).toContain(`${id} has no active capability transfers`)
  expect(problems).toContain(
    `${id} has not requested konbini_payments: a running server does within a day`,
  )
})

it('doctor names a seller whose losses the platform does not bear', async () => {
  const { id } = await sandbox.stripe.accounts.create({ country: 'JP', type: 'standard' })
  const checks = await runChecks(sandbox.stripe, readConfig({ ...DEMO, SITE_URL: SITE }))
  const problems = checks.find(({ name }) => name === 'sellers')?.problems
  expect(problems).toContain(`${id} has its losses borne by Stripe, and not by the platform`)
})

it.each([
  [-1, ['-1 jpy: refunds of our fee may fail, add funds']],
  [0, []],
])('doctor judges a platform balance of %i', (amount, problems) => {
  expect(balanceProblems({ available: [{ amount, currency: 'jpy' }] })).toEqual(problems)
})
