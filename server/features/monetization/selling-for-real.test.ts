import { serve } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard/calls.ts'
import { monetization } from '#contract/monetization/calls.ts'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { EVENTS } from '#server/adapters/stripe/event-types.ts'
import { stripePayments } from '#server/adapters/stripe/payments.ts'
import { sendDocument } from '#server/sandbox-stripe/testing/documents.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { DAY_MS } from '#server/sandbox-stripe/testing/scene.ts'
import { makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

/** The provider is a separate process that sends webhook events over HTTP. */
describe.each(apiDatabaseNames)('seller at the payment provider, with %s', (database) => {
  let sandbox: Sandbox
  let world: World
  let stop: () => Promise<unknown>

  beforeEach(async () => {
    // A sandbox of its own, since a person has the same account in a shared one.
    sandbox = await startSandbox()
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeUser(world, 'fan')
    await listen()
    await advanceClocks()
  })
  afterEach(async () => {
    await stop()
    await world.close()
    await sandbox.stop()
  })

  async function listen() {
    const server = serve({ fetch: world.app.fetch, port: 0, hostname: '127.0.0.1' })
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { id, secret } = await sandbox.stripe.webhookEndpoints.create({
      url: `http://127.0.0.1:${port}${WEBHOOK_PATHS.connect}`,
      connect: true,
      enabled_events: [...EVENTS],
    })
    const stripe = createStripeClient(sandbox.secretKey, sandbox.url)
    Object.assign(
      world.deps.payments,
      stripePayments(stripe, { platform: '', connect: secret! }, EVENTS),
    )
    stop = () => {
      server.close()
      return sandbox.stripe.webhookEndpoints.del(id)
    }
  }
  /** Sets our clock to the provider's. */
  async function advanceClocks() {
    world.clock.move((await sandbox.control.now()) - world.clock.now().getTime())
  }
  async function receiveEvents() {
    await sandbox.control.rest()
    await world.deliver()
    await world.deliver()
  }
  async function pass(days: number) {
    await sandbox.control.advance(days * DAY_MS)
    await advanceClocks()
    await receiveEvents()
  }
  const picture = async () => (await sendDocument(sandbox.url, sandbox.publishableKey)).id!
  const look = () => world.as('aoi')(monetization.getMonetization, {})
  const proceeds = () => world.as('aoi')(dashboard.getProceeds, {})
  const list = () => world.as('aoi')(payouts.listPayouts, {})

  async function apply() {
    const body = {
      last_name: '藍川',
      first_name: '葵',
      last_name_kana: 'アイカワ',
      first_name_kana: 'アオイ',
      birthY: 1990,
      birthM: 4,
      birthD: 12,
      postal_code: '1500001',
      prefecture: '東京都' as const,
      city: '渋谷区',
      town: '神宮前3丁目',
      line1: '1-1',
      phone: '09012345678',
      email: 'shop@example.com',
      disclosed: false,
      document_front: await picture(),
      terms: true as const,
    }
    return world.as('aoi')(monetization.submitMonetization, { body })
  }
  /** The owner's steps on the provider's onboarding page. */
  async function visit(url: string, outcome: 'complete' | 'partial') {
    await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    })
    await receiveEvents()
  }
  const account = async () =>
    (await world.db.selectFrom('seller_account').select('account_ref').executeTakeFirstOrThrow())
      .account_ref!
  /** Compares the seller's balance at the provider with our ledger. */
  async function expectSameBooks() {
    const on = { stripeAccount: await account() }
    const lines = await sandbox.stripe.balanceTransactions.list({ limit: 100 }, on)
    const entries = await world.db.selectFrom('ledger_entry').selectAll().execute()
    const sellers = entries.filter((entry) => entry.account === 'seller')
    const bySource = new Map(sellers.map(({ source_ref, amount }) => [source_ref, amount]))
    expect(bySource).toEqual(new Map(lines.data.map(({ id, net }) => [id, net])))
    expect(entries.reduce((total, { amount }) => total + amount, 0)).toBe(0)
    const { balance, sum } = await proceeds()
    const blocked = balance.blocked.reduce((all, { amount }) => all + amount, 0)
    const places = balance.held + balance.available + balance.in_transit + balance.paid + blocked
    expect(places).toBe(sum.profit)
  }
  async function becomeReady() {
    const { onboarding_url } = await apply()
    await visit(onboarding_url!, 'complete')
  }
  async function sellMonth() {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await world.as('fan')(rooms.startSubscription, { body })
    await world.as('fan')(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    await receiveEvents()
  }

  it('is onboarded by webhook events until selling is enabled', async () => {
    const begun = await apply()
    expect(begun.state).toBe('more_needed')
    expect(begun.reasons).toContain('売上を受け取る銀行口座を登録してください。')
    await visit(begun.onboarding_url!, 'partial')
    expect((await look()).state).toBe('more_needed')
    await visit((await look()).onboarding_url!, 'complete')
    const row = await world.db.selectFrom('seller_account').selectAll().executeTakeFirst()
    expect(row).toMatchObject({ state: 'ready', charges_enabled: 1, jcb_payments: 1 })
    expect(
      (await sandbox.stripe.accounts.retrieve(await account())).settings!.payouts,
    ).toMatchObject({ schedule: { interval: 'manual' } })
    const requests = await sandbox.control.requests()
    const opened = requests.filter(
      ({ method, path }) => method === 'POST' && path === '/v1/accounts',
    )
    expect(opened.at(-1)).toMatchObject({ key: 'account-aoi' })
  })

  it('is paid the available balance once, despite a lost answer, and gets it back if the bank refuses', async () => {
    await becomeReady()
    await sellMonth()
    await world.notifySellers()
    expect((await list()).payouts).toEqual([])
    await sandbox.control.fault({
      do: 'cut_after',
      path: '/v1/payouts',
      method: 'POST',
      times: 3,
    })
    await pass(7)
    await world.notifySellers()
    expect((await proceeds()).balance).toMatchObject({ available: 0, in_transit: 980 - 98 - 35 })
    await sandbox.control.clearFaults()
    await world.notifySellers()
    const on = { stripeAccount: await account() }
    expect((await sandbox.stripe.payouts.list({}, on)).data).toHaveLength(1)
    await expectSameBooks()
    await pass(3)
    expect((await list()).payouts).toMatchObject([{ state: 'paid' }])
    const [payout] = (await sandbox.stripe.payouts.list({}, on)).data
    await sandbox.control.trigger('fail_payout', {
      account: on.stripeAccount,
      payout: payout!.id,
    })
    await receiveEvents()
    expect((await list()).payouts).toMatchObject([{ state: 'failed' }])
    expect((await proceeds()).balance).toMatchObject({ available: 980 - 98 - 35, paid: 0 })
    await expectSameBooks()
  })

  it('sells nothing after disconnecting, and members are told (31)', async () => {
    await becomeReady()
    await sellMonth()
    await sandbox.control.trigger('disconnect', { account: await account() })
    await receiveEvents()
    await makeUser(world, 'new')
    const joining = world.as('new')(rooms.startSubscription, {
      body: { room_id: 'aoi', token: 'tok_visa' },
    })
    await expect(joining).rejects.toMatchObject({ status: 409 })
    const notified = world.mail.sent
      .filter(({ subject }) => /止ま/.test(subject))
      .map(({ to }) => to)
    expect(notified.toSorted()).toEqual(['aoi@room.test', 'fan@room.test'])
  })
})
