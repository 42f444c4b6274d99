import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BadSignature, Declined, ProviderDown, Unknown } from '#server/ports/payments.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { createStripeClient } from './client.ts'
import { stripePayments } from './payments.ts'

describe('the payment provider through its own SDK', () => {
  let sandbox: Sandbox
  let account: string
  let payments: ReturnType<typeof stripePayments>
  let keys = 0
  const key = () => `key-${++keys}`

  beforeAll(async () => {
    sandbox = await startSandbox()
    const capabilities = ['card_payments', 'konbini_payments'] as const
    account = (await sandbox.control.seller(sandbox.stripe, [...capabilities])).id
    payments = stripePayments(createStripeClient(sandbox.secretKey, sandbox.url), {
      platform: 'whsec_platform',
      connect: 'whsec_connect',
    })
  })
  afterAll(() => sandbox.stop())

  async function cardFrom(token = 'tok_visa') {
    const customer = await payments.addCustomer({ userId: 'fan' }, key())
    const card = await payments.takeCard({ token, customer }, key())
    return { customer, card }
  }
  async function charge(token = 'tok_visa', amount = 1_980) {
    const { customer, card } = await cardFrom(token)
    const method = await payments.shareCard({ method: card.method, customer, account }, key())
    return payments.startCharge(
      {
        account,
        method,
        amount,
        fee: 198,
        description: '夜の朗読会',
        metadata: { order_id: 'order-1' },
      },
      key(),
    )
  }
  /** What the buyer's browser does. */
  const confirm = async (ref: string) => {
    await sandbox.stripe.paymentIntents.confirm(ref, {}, { stripeAccount: account })
  }

  const refundOf = ({ ref, amount }: { ref: string; amount: number }) => ({
    account,
    charge: ref,
    amount,
    metadata: { order_id: 'order-1', refund_id: 'refund-1' },
    mayExist: false,
  })

  /** What the provider writes after a payment is there. */
  const written = () => sandbox.control.advance(60_000)

  it('charge is created in the seller’s account, and has its fees once it is paid', async () => {
    const started = await charge()
    expect(started).toMatchObject({
      status: 'requires_confirmation',
      account,
      amount: 1_980,
      currency: 'jpy',
      metadata: { order_id: 'order-1' },
      ...{ paidAt: null, booked: null },
    })
    expect(started.clientSecret).toContain(started.ref)
    await confirm(started.ref)
    const paidAt = expect.stringMatching(/Z$/)
    const findCharge = () => payments.findCharge(account, started.ref)
    expect(await findCharge()).toMatchObject({ status: 'succeeded', paidAt, booked: null })
    await written()
    expect(await findCharge()).toMatchObject({
      status: 'succeeded',
      paidAt,
      booked: { platformFee: 198, providerFee: Math.round(1_980 * 0.036) },
    })
  })

  it('card is attached to the customer, and described', async () => {
    const { card } = await cardFrom('tok_mastercard')
    expect(card).toMatchObject({ brand: 'mastercard', last4: '4444' })
    expect(card.method).toMatch(/^pm_/)
  })

  it('setup intent saves a card after authentication, and the card can be detached', async () => {
    const customer = await payments.addCustomer({ userId: 'saver' }, key())
    const saved = await payments.saveCard({ token: 'tok_visa', customer }, key())
    expect(saved).toMatchObject({ status: 'ready', clientSecret: null, card: { last4: '4242' } })
    await payments.dropCard(saved.card.method)
    await payments.dropCard(saved.card.method)
    expect((await sandbox.stripe.customers.listPaymentMethods(customer)).data).toEqual([])

    const same = key()
    const pending = await payments.saveCard({ token: 'tok_threeDSecure2Required', customer }, same)
    expect(pending.status).toBe('requires_action')
    const [id = ''] = pending.clientSecret!.split('_secret_')
    const intent = await sandbox.stripe.setupIntents.retrieve(id)
    await fetch(intent.next_action!.redirect_to_url!.url!, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'authenticated', framed: '1' }),
    })
    const again = await payments.saveCard({ token: 'tok_threeDSecure2Required', customer }, same)
    expect(again).toMatchObject({ status: 'ready', card: { method: pending.card.method } })
  })

  it('idempotency key returns the same charge', async () => {
    const { customer, card } = await cardFrom()
    const method = await payments.shareCard({ method: card.method, customer, account }, key())
    const once = { account, method, amount: 500, fee: 50, description: '', metadata: {} }
    const same = key()
    const [one, two] = [
      await payments.startCharge(once, same),
      await payments.startCharge(once, same),
    ]
    expect(two.ref).toBe(one.ref)
  })

  it('declined card throws Declined with the provider’s code', async () => {
    await expect(cardFrom('tok_unheard_of')).rejects.toBeInstanceOf(Declined)
    const declined = await cardFrom('tok_chargeDeclined').then(
      () => null,
      (error: unknown) => error,
    )
    expect(declined).toBeInstanceOf(Declined)
  })

  it('startVoucher gives the numbers of each store until the deadline, once under its key', async () => {
    const same = key()
    const expiresAt = new Date(Math.floor(Date.now() / 1000 + 3_600) * 1000).toISOString()
    const inStore = {
      ...{ account, amount: 1_980, fee: 198, description: '夜の朗読会', expiresAt },
      metadata: { order_id: 'order-2' },
      buyer: { name: '葵', email: 'fan@room.test' },
    }
    const started = await payments.startVoucher(inStore, same)
    expect(started).toMatchObject({
      status: 'requires_action',
      paidAt: null,
      voucher: { expiresAt },
    })
    expect(started.voucher!.stores.map(({ store }) => store)).toEqual([
      'familymart',
      'lawson',
      'ministop',
      'seicomart',
    ])
    expect(await payments.startVoucher(inStore, same)).toEqual(started)
    await sandbox.control.trigger('pay_voucher', { account, payment_intent: started.ref })
    expect(await payments.findCharge(account, started.ref)).toMatchObject({
      status: 'succeeded',
      voucher: null,
    })
    const refund = await payments.refundCharge(
      { ...refundOf(started), email: 'new@room.test' },
      key(),
    )
    expect(refund).toMatchObject({ status: 'pending', asksAccount: true })
    await sandbox.control.trigger('give_refund_account', { account, refund: refund.ref })
    expect(await payments.findRefund(account, refund.ref)).toMatchObject({
      status: 'pending',
      asksAccount: false,
    })
    await expect(payments.startVoucher({ ...inStore, amount: 50, fee: 5 }, key())).rejects.toThrow(
      Declined,
    )
  })

  it('cancelCharge cancels an unpaid charge, and leaves a paid one', async () => {
    const [left, paid] = [await charge(), await charge()]
    await confirm(paid.ref)
    expect((await payments.cancelCharge(account, left.ref)).status).toBe('canceled')
    expect((await payments.cancelCharge(account, left.ref)).status).toBe('canceled')
    expect((await payments.cancelCharge(account, paid.ref)).status).toBe('succeeded')
  })

  it('refund includes the platform fee', async () => {
    const paid = await charge()
    await confirm(paid.ref)
    expect((await payments.refundCharge(refundOf(paid), key())).ref).toMatch(/^re_/)
    const fees = await sandbox.stripe.applicationFees.list({ limit: 1 })
    expect(fees.data[0]).toMatchObject({ amount: 198, amount_refunded: 198 })
  })

  it('object of another account is Unknown', async () => {
    const { ref } = await charge()
    const other = (await sandbox.control.seller(sandbox.stripe)).id
    await expect(payments.findCharge(other, ref)).rejects.toBeInstanceOf(Unknown)
  })

  it('saved card of another customer is declined', async () => {
    const { card } = await cardFrom()
    const thief = await payments.addCustomer({ userId: 'thief' }, key())
    const result = payments.takeCard({ token: card.method, customer: thief }, key())
    await expect(result).rejects.toBeInstanceOf(Declined)
  })

  it('outage and declined card throw different errors', async () => {
    const unreachable = stripePayments(
      createStripeClient(sandbox.secretKey, 'http://127.0.0.1:9'),
      {
        platform: '',
        connect: '',
      },
    )
    await expect(unreachable.findCharge(account, 'pi_1')).rejects.toBeInstanceOf(ProviderDown)
  })

  it('subscription starts with its first charge, and can be ended', async () => {
    const { customer, card } = await cardFrom()
    const accountCustomer = await payments.addAccountCustomer({ account, userId: 'fan' }, key())
    const method = await payments.shareCard(
      { method: card.method, customer, account, accountCustomer },
      key(),
    )
    const price = await payments.addPrice({ account, amount: 980, name: '夜ふかし喫茶室' }, key())
    const subscription = await payments.startSubscription(
      {
        account,
        customer: accountCustomer,
        method,
        price,
        feePercent: 10,
        metadata: { order_id: 'order-2' },
      },
      key(),
    )
    const { ref } = subscription
    expect(subscription).toMatchObject({
      status: 'incomplete',
      metadata: { order_id: 'order-2' },
      charge: { amount: 980, paidAt: null },
    })
    const first = { account, ref, charge: subscription.charge!.ref, method }
    const paid = await payments.paySubscription(first, key())
    // A second request with a key of its own, after the first has paid.
    expect(await payments.paySubscription(first, key())).toEqual(paid)
    expect(paid).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: false,
      charge: { status: 'succeeded', amount: 980, booked: null },
    })
    expect(Date.parse(paid.periodEnd!)).toBeGreaterThan(Date.now())
    const percent = async () =>
      (await sandbox.stripe.subscriptions.retrieve(ref, {}, { stripeAccount: account }))
        .application_fee_percent
    expect(await percent()).toBe(10)
    for (const _ of ['now', 'again'])
      await payments.setSubscriptionFee({ account, ref, percent: 12 })
    expect(await percent()).toBe(12)
    const pausing = async () =>
      (await sandbox.stripe.subscriptions.retrieve(ref, {}, { stripeAccount: account }))
        .pause_collection
    await payments.pauseSubscription({ account, ref, paused: true })
    expect(await pausing()).toMatchObject({ behavior: 'void' })
    await payments.pauseSubscription({ account, ref, paused: false })
    expect(await pausing()).toBeNull()
    expect(await payments.endSubscription({ account, ref, atPeriodEnd: true })).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    })
    for (const _ of ['now', 'again'])
      expect(await payments.endSubscription({ account, ref, atPeriodEnd: false })).toMatchObject({
        status: 'canceled',
      })
    // Nothing will be charged: there is nothing to pause.
    await payments.pauseSubscription({ account, ref, paused: true })
    await payments.setSubscriptionFee({ account, ref, percent: 15 })
    expect(await percent()).toBe(12)
  })

  it('ending an unpaid subscription cancels its charge', async () => {
    const { customer, card } = await cardFrom()
    const accountCustomer = await payments.addAccountCustomer({ account, userId: 'new' }, key())
    const method = await payments.shareCard(
      { method: card.method, customer, account, accountCustomer },
      key(),
    )
    const price = await payments.addPrice({ account, amount: 500, name: '朝の部屋' }, key())
    const { ref, charge: first } = await payments.startSubscription(
      { account, customer: accountCustomer, method, price, feePercent: 10, metadata: {} },
      key(),
    )
    await payments.endSubscription({ account, ref, atPeriodEnd: false })
    expect((await payments.findCharge(account, first!.ref)).status).toBe('canceled')
    await expect(
      payments.endSubscription({ account, ref: 'sub_unheard_of', atPeriodEnd: false }),
    ).rejects.toBeInstanceOf(Unknown)
  })

  it('refund is made once, whatever the key, and a failed one is reported', async () => {
    const paid = await charge()
    await confirm(paid.ref)
    const refund = refundOf(paid)
    const requested = await payments.refundCharge(refund, key())
    expect(requested).toMatchObject({ account, charge: paid.ref, amount: 1_980, booked: null })
    await written()
    const retrieved = await payments.findRefund(account, requested.ref)
    expect(retrieved).toMatchObject({
      booked: { gross: -1_980, providerFee: 0, platformFee: -198 },
      returned: null,
    })
    expect((await payments.refundCharge(refund, key())).ref).toBe(retrieved.ref)
    expect(await payments.listRefunds(account, paid.ref)).toEqual([retrieved])
    await sandbox.control.trigger('fail_refund', { account, refund: retrieved.ref })
    expect(await payments.findRefund(account, retrieved.ref)).toMatchObject({
      status: 'failed',
      returned: { gross: 1_980, providerFee: 0, platformFee: 0 },
    })
  })

  it.each(['error', 'error_after'] as const)(
    'part is refunded once after a stored %s, with keys that are the same in every process',
    async (fault) => {
      const paid = await charge()
      await confirm(paid.ref)
      const part = { ...refundOf(paid), amount: 326 }
      await sandbox.control.fault({ do: fault, method: 'POST', path: '/v1/refunds', times: 1 })
      const own = key()
      const { ref } = await payments.refundCharge(part, own)
      expect(await payments.listRefunds(account, paid.ref)).toMatchObject([{ ref, amount: 326 }])
      const keys = (await sandbox.control.requests()).map((request) => request.key ?? '')
      const ours = new Set(keys.filter((one) => one.startsWith(own)))
      expect([...ours]).toEqual(fault === 'error' ? [own, `${own}~1`] : [own])
    },
  )

  it('refund is looked up when its key may be forgotten', async () => {
    const paid = await charge()
    await confirm(paid.ref)
    const part = { ...refundOf(paid), amount: 326 }
    const own = key()
    const made = await payments.refundCharge(part, own)
    await sandbox.control.advance(25 * 3_600_000)
    expect(await payments.refundCharge({ ...part, mayExist: true }, own)).toMatchObject({
      ref: made.ref,
    })
    expect(await payments.listRefunds(account, paid.ref)).toHaveLength(1)
  })

  it('dispute has its amount, its fee and the reinstated money', async () => {
    const paid = await charge()
    await confirm(paid.ref)
    const intent = await sandbox.stripe.paymentIntents.retrieve(
      paid.ref,
      {},
      { stripeAccount: account },
    )
    const reason = 'fraudulent'
    const { id } = (await sandbox.control.trigger('open_dispute', {
      account,
      charge: String(intent.latest_charge),
      reason,
    })) as { id: string }
    expect(await payments.findDispute(account, id)).toMatchObject({
      charge: paid.ref,
      amount: 1_980,
      state: 'open',
      bookings: [{ gross: -1_980, providerFee: 1_300, platformFee: 0 }],
    })
    await sandbox.control.trigger('win_dispute', { account, dispute: id })
    const won = await payments.findDispute(account, id)
    expect(won.state).toBe('won')
    expect(won.bookings.map(({ gross }) => gross)).toEqual([-1_980, 1_980])
  })

  it('platform fee is refunded to the seller, once', async () => {
    const paid = await charge()
    await confirm(paid.ref)
    const back = key()
    const early = async () => payments.refundFee(account, paid.ref, back)
    await expect(early(), 'no fee is written yet').rejects.toBeInstanceOf(Unknown)
    await written()
    await expect(early(), 'given back, and not written yet').rejects.toBeInstanceOf(Unknown)
    await written()
    const line = await payments.refundFee(account, paid.ref, back)
    expect(line).toMatchObject({ gross: 0, providerFee: 0, platformFee: -198 })
    expect(await payments.refundFee(account, paid.ref, back)).toEqual(line)
    expect(await payments.refundFee(account, paid.ref, key())).toEqual(line)
  })

  it('event of an invoice counts as its subscription, of a charge as its payment intent', () => {
    const eventObjectOf = (object: object) => {
      const event = { id: 'evt_2', object: 'event', type: 'invoice.paid', account }
      const body = JSON.stringify({ ...event, data: { object } })
      const signature = sandbox.stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: 'whsec_connect',
      })
      return payments.readEvent('connect', body, signature).object
    }
    const invoice = { id: 'in_1', object: 'invoice' }
    const parent = { type: 'subscription_details', subscription_details: { subscription: 'sub_1' } }
    expect(eventObjectOf({ ...invoice, parent })).toEqual({ kind: 'subscription', ref: 'sub_1' })
    expect(eventObjectOf({ ...invoice, parent: null })).toEqual({ kind: 'invoice', ref: 'in_1' })
    const charge = { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }
    expect(eventObjectOf(charge)).toEqual({ kind: 'payment_intent', ref: 'pi_1' })
  })

  it('webhook needs the signature of its endpoint', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      account,
      data: { object: { id: 'pi_1', object: 'payment_intent' } },
    })
    const sign = (secret: string, timestamp = Math.floor(Date.now() / 1000)) =>
      sandbox.stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
    expect(payments.readEvent('connect', body, sign('whsec_connect'))).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      account,
      object: { kind: 'payment_intent', ref: 'pi_1' },
    })
    const late = Math.floor(Date.now() / 1000) - 301
    for (const signature of [sign('whsec_platform'), sign('whsec_connect', late), 'v0=1', ''])
      expect(() => payments.readEvent('connect', body, signature)).toThrow(BadSignature)
    expect(() => payments.readEvent('connect', `${body} `, sign('whsec_connect'))).toThrow(
      BadSignature,
    )
  })
})
