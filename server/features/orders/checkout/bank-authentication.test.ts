import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { API_BASE } from '#contract/http/endpoint.ts'
import { payments } from '#contract/payments/calls.ts'
import { PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { stripePayments } from '#server/adapters/stripe/payments.ts'
import type { Schema } from '#server/db/schema.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { answerChallenge } from '#server/sandbox-stripe/testing/scene.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const MINUTES = 60_000

describe.each(apiDatabaseNames)('payment with authentication by the bank, on %s', (database) => {
  let sandbox: Sandbox
  let world: World
  const accounts: Record<string, string> = {}

  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    const stripe = createStripeClient(sandbox.secretKey, sandbox.url)
    const provider = stripePayments(stripe, { platform: '', connect: '' })
    world = await createWorld(database, {}, memoryBus(), provider)
    for (const owner of ['aoi', 'zen']) {
      const { id } = await sandbox.control.seller(sandbox.stripe)
      accounts[owner] = id
      await makeRoom(world, owner)
      await makeSeller(world, owner)
      await world.db
        .updateTable('seller_account')
        .set({ account_ref: id })
        .where('user_id', '=', owner)
        .execute()
    }
    await makeUser(world, fan())
    for (const [owner, id] of [
      ['aoi', 'night'],
      ['zen', 'noon'],
    ] as const) {
      await makeMember(world, `room-${owner}`, fan())
      await makeEvent(world, `room-${owner}`, { id, amount: 1_980 })
    }
  })
  afterEach(() => world.close())

  // Idempotency keys contain the buyer's id, and the sandbox keeps those of earlier tests.
  const fan = () => `fan-${accounts.aoi}`
  const at = (owner: string) => ({ stripeAccount: accounts[owner]! })
  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const start = async (event_id: string, token?: string) =>
    (
      await world.as(fan())(events.startJoin, {
        body: { event_id, ...(token && { token }), keep_card: true },
      })
    ).paymentIntent.id
  const enter = (event_id: string, paymentIntentId: string) =>
    world.as(fan())(events.join, { body: { event_id, paymentIntentId } })
  const confirm = (owner: string, id: string) =>
    sandbox.stripe.paymentIntents.confirm(id, {}, at(owner))
  const tickets = async () =>
    (await table('entitlement')).filter(
      ({ kind, status }) => kind === 'event' && status === 'valid',
    )
  const expectedError = { status: 409, message: PAYMENT_UNFINISHED }

  it('ticket is granted after the bank’s authentication, not before (13)', async () => {
    const id = await start('night', 'tok_threeDSecure2Required')
    const intent = await confirm('aoi', id)
    expect(intent.status).toBe('requires_action')
    await expect(enter('night', id)).rejects.toMatchObject(expectedError)
    expect(await tickets()).toEqual([])
    await answerChallenge(intent, 'authenticated')
    await enter('night', id)
    expect(await tickets()).toHaveLength(1)
  })

  it('processing payment is granted by the sweep once it succeeds (13)', async () => {
    const id = await start('night', 'pm_card_processing')
    expect((await confirm('aoi', id)).status).toBe('processing')
    await expect(enter('night', id)).rejects.toMatchObject(expectedError)
    expect(await tickets()).toEqual([])
    await sandbox.control.advance(2 * MINUTES)
    await world.catchUp()
    await world.deliver()
    expect(await tickets()).toHaveLength(1)
  })

  it('cancelled payment is never granted (13)', async () => {
    const id = await start('night', 'tok_visa')
    await sandbox.stripe.paymentIntents.cancel(id, {}, at('aoi'))
    await expect(enter('night', id)).rejects.toMatchObject({ status: 402 })
    expect(await tickets()).toEqual([])
  })

  it('saved card is authenticated again at another seller, and stays saved (34)', async () => {
    const first = await start('night', 'tok_threeDSecure2Required')
    await answerChallenge(await confirm('aoi', first), 'authenticated')
    await enter('night', first)
    const cards = () => world.as(fan())(payments.listCards, {})
    expect(await cards()).toMatchObject([{ main: true }])

    // The clone in the second seller's account has no mandate: off session it is declined …
    const second = await start('noon')
    const { payment_method } = await sandbox.stripe.paymentIntents.retrieve(second, {}, at('zen'))
    const alone = sandbox.stripe.paymentIntents.create(
      {
        amount: 1_980,
        currency: 'jpy',
        payment_method: String(payment_method),
        off_session: true,
        confirm: true,
      },
      at('zen'),
    )
    await expect(alone).rejects.toMatchObject({ code: 'authentication_required' })
    // … and on session the bank asks for authentication.
    const intent = await confirm('zen', second)
    expect(intent.status).toBe('requires_action')
    await expect(enter('noon', second)).rejects.toMatchObject(expectedError)
    await answerChallenge(intent, 'authenticated')
    await enter('noon', second)
    expect(await tickets()).toHaveLength(2)
    expect(await cards()).toMatchObject([{ main: true }])
  })

  it.each(['3,000', '３０００', '980', 980.5, 1e21, null])(
    'price %j in a purchase is rejected (38)',
    async (amount) => {
      const answer = await world.fetch(`${API_BASE}${events.startJoin.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await world.tokenOf(fan())}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ event_id: 'night', token: 'tok_visa', amount }),
      })
      expect(answer.status).toBe(422)
      expect(await table('order')).toEqual([])
    },
  )
})
