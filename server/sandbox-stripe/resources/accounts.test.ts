import { readFileSync } from 'node:fs'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PNG, sendDocument } from '../testing/documents.ts'
import { startReceiver } from '../testing/receiver.ts'
import { type Sandbox, startSandbox } from '../testing/sandbox.ts'
import { stripeErrorOf } from '../testing/scene.ts'

let sandbox: Sandbox
let stripe: Stripe
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  sandbox = await startSandbox()
  stripe = sandbox.stripe
  receiver = await startReceiver()
  await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['*'], connect: true })
})
afterAll(async () => {
  await receiver.close()
  await sandbox.stop()
})

const custom = () =>
  stripe.accounts.create({
    type: 'custom',
    country: 'JP',
    business_type: 'individual',
    capabilities: { card_payments: { requested: true } },
  })
const send = (more?: Parameters<typeof sendDocument>[2]) =>
  sendDocument(sandbox.url, sandbox.publishableKey, more)

it('identity document is accepted from a browser, and not stored', async () => {
  const sent = await send()
  expect(sent).toMatchObject({ status: 200, purpose: 'identity_document', size: PNG.length })
  expect(sent.id).toMatch(/^file_/)
  expect(readFileSync(sandbox.file).includes(PNG.subarray(8, 40))).toBe(false)
})

it('file that is no picture, too large, or for another purpose is refused', async () => {
  expect(await send({ bytes: Buffer.from('<svg/>') })).toMatchObject({
    status: 400,
    error: { code: 'file_type_invalid' },
  })
  const large = Buffer.concat([PNG, Buffer.alloc(10_000_000)])
  expect(await send({ bytes: large })).toMatchObject({
    status: 400,
    error: { code: 'file_too_large' },
  })
  expect(await send({ purpose: 'dispute_evidence' })).toMatchObject({ status: 400 })
})

it('personal data satisfies the requirements, and is not stored', async () => {
  const { id, requirements } = await custom()
  expect(requirements!.currently_due).toContain('individual.verification.document')
  const { id: front } = await send()
  const person = {
    first_name_kana: 'アオイ',
    dob: { year: 1990, month: 4, day: 12 },
    phone: '+819012345678',
    verification: { document: { front: front! } },
  }
  const { requirements: left } = await stripe.accounts.update(id, { individual: person })
  expect(left!.currently_due).toEqual(
    expect.arrayContaining(['external_account', 'tos_acceptance.date']),
  )
  for (const name of ['dob.day', 'first_name_kana', 'phone', 'verification.document'])
    expect(left!.currently_due).not.toContain(`individual.${name}`)
  expect(readFileSync(sandbox.file).includes('+819012345678')).toBe(false)
  const requests = await sandbox.control.requests()
  expect(JSON.stringify(requests)).not.toMatch(/アオイ|9012345678/)
})

it('unknown file id is refused as a document', async () => {
  const { id } = await custom()
  const update = stripe.accounts.update(id, {
    individual: { verification: { document: { front: 'file_unheard_of' } } },
  })
  expect(await stripeErrorOf(update)).toMatchObject({
    param: 'individual[verification][document][front]',
  })
})

it('seller goes through review, new requirements and disconnection, with an event each', async () => {
  const { id } = await sandbox.control.seller(stripe)
  const now = () => stripe.accounts.retrieve(id)
  await sandbox.control.trigger('review', { account: id })
  expect(await now()).toMatchObject({
    charges_enabled: false,
    payouts_enabled: false,
    requirements: {
      disabled_reason: 'requirements.pending_verification',
      pending_verification: ['individual.verification.document'],
    },
  })
  await sandbox.control.trigger('ask_again', { account: id })
  expect(await now()).toMatchObject({
    charges_enabled: true,
    payouts_enabled: true,
    requirements: { errors: [{ code: 'verification_document_not_readable' }] },
  })
  await sandbox.control.trigger('disconnect', { account: id })
  expect(await stripeErrorOf(now())).toMatchObject({ statusCode: 403, code: 'account_invalid' })
  expect(await stripeErrorOf(stripe.balance.retrieve({}, { stripeAccount: id }))).toMatchObject({
    statusCode: 403,
  })
  await sandbox.control.rest()
  expect(receiver.received.at(-1)!.event).toMatchObject({
    type: 'account.application.deauthorized',
    account: id,
    data: { object: { object: 'application' } },
  })
})
