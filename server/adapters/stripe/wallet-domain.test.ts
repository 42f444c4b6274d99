import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { readWalletProblems, registerWalletDomain } from './wallet-domain.ts'

const SITE = 'https://room.example'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

it('domain of the site is registered once, and has no problem then', async () => {
  const { stripe } = sandbox
  expect(await readWalletProblems(stripe, SITE)).toEqual([
    'the domain room.example is not registered: no wallets are offered',
  ])
  for (let starts = 0; starts < 2; starts++)
    expect(await registerWalletDomain(stripe, SITE)).toEqual([])
  expect(await readWalletProblems(stripe, SITE)).toEqual([])
  const { data } = await stripe.paymentMethodDomains.list()
  expect(data.map(({ domain_name }) => domain_name)).toEqual(['room.example'])
})

it('domain that Apple has not verified is verified again at the next start, and named until then', async () => {
  const { stripe, control } = sandbox
  const site = 'https://other.example'
  await control.settings({ apple_verifies: false })
  const problems = ['Apple Pay is not offered on other.example: the domain could not be verified']
  expect(await registerWalletDomain(stripe, site)).toEqual(problems)
  expect(await readWalletProblems(stripe, site)).toEqual(problems)
  await control.settings({ apple_verifies: true })
  expect(await registerWalletDomain(stripe, site)).toEqual([])
})

it('domain that is disabled is named', async () => {
  const { stripe } = sandbox
  const { id } = await stripe.paymentMethodDomains.create({
    domain_name: 'shut.example',
    enabled: false,
  })
  expect(await readWalletProblems(stripe, 'https://shut.example')).toEqual([
    'the domain shut.example is disabled: no wallets are offered',
  ])
  await stripe.paymentMethodDomains.update(id, { enabled: true })
  expect(await readWalletProblems(stripe, 'https://shut.example')).toEqual([])
})

it('site without https has no wallets, and registers nothing', async () => {
  expect(await registerWalletDomain(sandbox.stripe, 'http://localhost:3000')).toEqual([])
  const { data } = await sandbox.stripe.paymentMethodDomains.list({ domain_name: 'localhost' })
  expect(data).toEqual([])
})
