import { serve } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { WEBHOOK_PATHS } from '#contract/limits.ts'
import { monetization } from '#contract/monetization.ts'
import { payouts } from '#contract/payouts.ts'
import { rooms } from '#contract/rooms.ts'
import { openStripe } from '#server/adapters/stripe/client.ts'
import { EVENTS } from '#server/adapters/stripe/open.ts'
import { stripePayments } from '#server/adapters/stripe/payments.ts'
import { sendDocument } from '#server/sandbox-stripe/testing/documents.ts'
import { openSandbox, type Sandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { DAY_MS } from '#server/sandbox-stripe/testing/scene.ts'
import { makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'

/** The provider is another process, and tells us by webhooks over HTTP. */
describe.each(apiDatabaseNames)(
  'a seller at the provider, with %s',
  { timeout: 60_000 },
  (database) => {
    let sandbox: Sandbox
    let world: World
    let stop: () => Promise<unknown>

    beforeEach(async () => {
      // One of its own: the same person has the same account there.
      sandbox = await openSandbox()
      world = await openWorld(database)
      await makeRoom(world, 'aoi', { amount: 980 })
      await makeUser(world, 'fan')
      await listen()
      await keepTime()
    })
    afterEach(async () => {
      await stop()
      await world.close()
      await sandbox.stop()
    })

    async function listen() {
      const server = serve({ fetch: world.app.fetch, port: 0, hostname: '127.0.0.1' })
      if (!server.listening) await new Promise((up) => server.once('listening', up))
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const { id, secret } = await sandbox.stripe.webhookEndpoints.create({
        url: `http://127.0.0.1:${port}${WEBHOOK_PATHS.connect}`,
        connect: true,
        enabled_events: [...EVENTS],
      })
      const stripe = openStripe(sandbox.secretKey, sandbox.url)
      Object.assign(
        world.deps.payments,
        stripePayments(stripe, { platform: '', connect: secret! }, EVENTS),
      )
      stop = () => {
        server.close()
        return sandbox.stripe.webhookEndpoints.del(id)
      }
    }
    /** Our clock is the provider's. */
    async function keepTime() {
      world.clock.move((await sandbox.control.now()) - world.clock.now().getTime())
    }
    async function hear() {
      await sandbox.control.rest()
      await world.deliver()
      await world.deliver()
    }
    async function pass(days: number) {
      await sandbox.control.advance(days * DAY_MS)
      await keepTime()
      await hear()
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
    /** What the owner does on the provider's own page. */
    async function visit(url: string, outcome: 'complete' | 'partial') {
      await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ outcome }),
        redirect: 'manual',
      })
      await hear()
    }
    const account = async () =>
      (await world.db.selectFrom('seller_account').select('account_ref').executeTakeFirstOrThrow())
        .account_ref!
    /** The seller's money as the provider knows it, and as our books do. */
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
      await hear()
    }

    it('comes from nothing to selling by the provider’s own notices', async () => {
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
      const asked = await sandbox.control.requests()
      const opened = asked.filter(
        ({ method, path }) => method === 'POST' && path === '/v1/accounts',
      )
      expect(opened.at(-1)).toMatchObject({ key: 'account-aoi' })
    })

    it('is paid out what the provider has available, once, also where the answer was lost; and has it back where the bank refuses', async () => {
      await becomeReady()
      await sellMonth()
      await world.seeToSellers()
      expect((await list()).payouts).toEqual([])
      await sandbox.control.fault({
        do: 'cut_after',
        path: '/v1/payouts',
        method: 'POST',
        times: 3,
      })
      await pass(7)
      await world.seeToSellers()
      expect((await proceeds()).balance).toMatchObject({ available: 0, in_transit: 980 - 98 - 35 })
      await sandbox.control.clearFaults()
      await world.seeToSellers()
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
      await hear()
      expect((await list()).payouts).toMatchObject([{ state: 'failed' }])
      expect((await proceeds()).balance).toMatchObject({ available: 980 - 98 - 35, paid: 0 })
      await expectSameBooks()
    })

    it('fault 31: one who leaves the provider sells nothing any more, and members are told', async () => {
      await becomeReady()
      await sellMonth()
      await sandbox.control.trigger('disconnect', { account: await account() })
      await hear()
      await makeUser(world, 'new')
      const joining = world.as('new')(rooms.startSubscription, {
        body: { room_id: 'aoi', token: 'tok_visa' },
      })
      await expect(joining).rejects.toMatchObject({ status: 409 })
      const told = world.mail.sent.filter(({ subject }) => /止ま/.test(subject)).map(({ to }) => to)
      expect(told.toSorted()).toEqual(['aoi@room.test', 'fan@room.test'])
    })
  },
)
