import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Sandbox, startSandbox } from '../testing/sandbox.ts'
import { createShop, DAY_MS, stripeErrorOf } from '../testing/scene.ts'

let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  sandbox = await startSandbox({}, 0)
  stripe = sandbox.stripe
})
afterAll(() => sandbox.stop())

/** Sum of an account's balance transactions. */
async function ledger(on?: Stripe.RequestOptions) {
  const entries: Stripe.BalanceTransaction[] = []
  for await (const entry of stripe.balanceTransactions.list({ limit: 100 }, on)) entries.push(entry)
  for (const { amount, fee, net, fee_details } of entries) {
    expect(amount - fee).toBe(net)
    expect(fee_details.reduce((sum, detail) => sum + detail.amount, 0)).toBe(fee)
  }
  return entries.reduce((sum, { net }) => sum + net, 0)
}
const balanceOf = async (on: Stripe.RequestOptions) => {
  const { available, pending } = await stripe.balance.retrieve({}, on)
  return { available: available[0]!.amount, pending: pending[0]!.amount }
}

it('partial refunds include the platform fee, and never exceed the payment', async () => {
  const platform = await ledger()
  const { on, pay } = await createShop(sandbox)
  const { id } = await pay('pm_card_visa', { amount: 1_000, application_fee_amount: 101 })
  const refund = (amount?: number) =>
    stripe.refunds.create(
      {
        payment_intent: id,
        refund_application_fee: true,
        reason: 'requested_by_customer',
        ...(amount === undefined ? {} : { amount }),
      },
      on,
    )
  expect(await refund(333)).toMatchObject({ amount: 333, status: 'succeeded' })
  expect(await stripeErrorOf(refund(668))).toMatchObject({ param: 'amount' })
  expect(await refund()).toMatchObject({ amount: 667 })
  expect(await stripeErrorOf(refund())).toMatchObject({ code: 'charge_already_refunded' })
  const { latest_charge } = await stripe.paymentIntents.retrieve(
    id,
    { expand: ['latest_charge.refunds'] },
    on,
  )
  expect(latest_charge).toMatchObject({ refunded: true, amount_refunded: 1_000 })
  expect((latest_charge as Stripe.Charge).refunds!.data.map(({ amount }) => amount)).toEqual([
    667, 333,
  ])
  const [fee] = (await stripe.applicationFees.list({ charge: (latest_charge as Stripe.Charge).id }))
    .data
  expect(fee).toMatchObject({ amount: 101, amount_refunded: 101, refunded: true })
  // The provider's fee is not refunded: 3.6 % of 1,000.
  expect(await ledger(on)).toBe(-36)
  expect(await ledger()).toBe(platform)
  expect(await balanceOf(on)).toEqual({ available: 0, pending: -36 })
})

it('refund keeps the platform fee if asked to', async () => {
  const before = await ledger()
  const { on, pay } = await createShop(sandbox)
  const { id } = await pay('pm_card_visa', { amount: 1_000, application_fee_amount: 100 })
  await stripe.refunds.create({ payment_intent: id }, on)
  expect(await ledger(on)).toBe(-136)
  expect((await ledger()) - before).toBe(100)
})

it('delayed refund succeeds or fails later', async () => {
  const { on, pay } = await createShop(sandbox)
  const refundOf = async (method: string) => {
    const { id } = await pay(method)
    return stripe.refunds.create({ payment_intent: id }, on)
  }
  const pending = await refundOf('pm_card_pendingRefund')
  const failingRefund = await refundOf('pm_card_refundFail')
  expect([pending.status, failingRefund.status]).toEqual(['pending', 'succeeded'])
  await sandbox.control.advance(60_000)
  expect((await stripe.refunds.retrieve(pending.id, {}, on)).status).toBe('succeeded')
  const failed = await stripe.refunds.retrieve(failingRefund.id, {}, on)
  expect(failed).toMatchObject({ status: 'failed', failure_reason: 'lost_or_stolen_card' })
  expect(await stripe.charges.retrieve(failingRefund.charge as string, {}, on)).toMatchObject({
    refunded: false,
    amount_refunded: 0,
  })
  expect(await ledger(on)).toBe(3_000 - 2 * 108)
})

it('manual payout is limited to the available balance', async () => {
  const { on, pay, seller } = await createShop(sandbox)
  await pay('pm_card_visa', { amount: 10_000 })
  const payout = (amount: number) => stripe.payouts.create({ amount, currency: 'jpy' }, on)
  expect(await stripeErrorOf(payout(9_640))).toMatchObject({ code: 'balance_insufficient' })
  await sandbox.control.advance(5 * DAY_MS)
  expect(await balanceOf(on)).toEqual({ available: 9_640, pending: 0 })
  expect(await stripeErrorOf(payout(9_641))).toMatchObject({ code: 'balance_insufficient' })
  const sent = await payout(9_000)
  expect(sent).toMatchObject({ status: 'pending', automatic: false })
  const stopped = await payout(640)
  expect(await stripe.payouts.cancel(stopped.id, {}, on)).toMatchObject({ status: 'canceled' })
  await sandbox.control.advance(3 * DAY_MS)
  expect(await stripe.payouts.retrieve(sent.id, {}, on)).toMatchObject({ status: 'paid' })
  await sandbox.control.trigger('fail_payout', { account: seller.id, payout: sent.id })
  expect(await stripe.payouts.retrieve(sent.id, {}, on)).toMatchObject({
    status: 'failed',
    failure_code: 'account_closed',
  })
  expect(await balanceOf(on)).toEqual({ available: 9_640, pending: 0 })
})

it('automatic payout follows the account’s schedule', async () => {
  const { on, pay, seller } = await createShop(sandbox)
  await stripe.accounts.update(seller.id, {
    settings: { payouts: { schedule: { interval: 'daily' } } },
  })
  await pay('pm_card_visa', { amount: 1_000 })
  await sandbox.control.advance(6 * DAY_MS)
  const { data } = await stripe.payouts.list({}, on)
  expect(data.map(({ amount, automatic }) => [amount, automatic])).toEqual([[964, true]])
})

it('dispute withdraws the money at once, and returns it when the seller wins', async () => {
  const { on, pay, seller } = await createShop(sandbox)
  const { latest_charge } = await pay('pm_card_createDispute')
  const charge = latest_charge as string
  await sandbox.control.advance(0)
  const [dispute] = (await stripe.disputes.list({ charge }, on)).data
  expect(dispute).toMatchObject({ amount: 3_000, status: 'needs_response', reason: 'fraudulent' })
  expect(await stripeErrorOf(stripe.refunds.create({ charge }, on))).toMatchObject({
    code: 'charge_disputed',
  })
  expect(await ledger(on)).toBe(3_000 - 108 - 3_000 - 1_300)
  await stripe.disputes.update(
    dispute!.id,
    { evidence: { product_description: '配信のチケット' }, submit: true },
    on,
  )
  await sandbox.control.trigger('win_dispute', { account: seller.id, dispute: dispute!.id })
  expect(await stripe.disputes.retrieve(dispute!.id, {}, on)).toMatchObject({ status: 'won' })
  expect(await ledger(on)).toBe(3_000 - 108 - 1_300)
  // The seller has the money again: it can be disputed once more, and refunded.
  const again = { account: seller.id, charge }
  const second = await sandbox.control.trigger<Stripe.Dispute>('open_dispute', again)
  await sandbox.control.trigger('win_dispute', { account: seller.id, dispute: second.id })
  expect(await stripe.refunds.create({ charge }, on)).toMatchObject({ amount: 3_000 })
})

it('dispute opened by hand can be lost', async () => {
  const { on, pay, seller } = await createShop(sandbox)
  const { latest_charge } = await pay('pm_card_visa')
  const opened = await sandbox.control.trigger<Stripe.Dispute>('open_dispute', {
    account: seller.id,
    charge: latest_charge as string,
    reason: 'product_not_received',
  })
  expect(await stripe.disputes.close(opened.id, {}, on)).toMatchObject({ status: 'lost' })
  expect(await ledger(on)).toBe(-108 - 1_300)
})

it('seller can charge once no requirement is due', async () => {
  const account = await stripe.accounts.create({
    type: 'express',
    country: 'JP',
    email: 'owner@example.com',
    capabilities: { card_payments: { requested: true }, jcb_payments: { requested: true } },
    metadata: { owner: 'u1' },
  })
  expect(account).toMatchObject({ charges_enabled: false, details_submitted: false })
  expect(account.requirements!.currently_due).not.toEqual([])
  const on = { stripeAccount: account.id }
  const charge = () =>
    stripe.paymentIntents.create(
      { amount: 500, currency: 'jpy', payment_method: 'pm_card_visa', confirm: true },
      on,
    )
  expect(await stripeErrorOf(charge())).toMatchObject({ code: 'account_invalid' })
  const visit = async (outcome: string) => {
    const { url } = await stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      refresh_url: 'http://localhost/again',
      return_url: 'http://localhost/back',
    })
    const page = await (await fetch(url)).text()
    expect(page).toContain('テストモード')
    const body = new URLSearchParams({ outcome })
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://localhost/back'])
    const used = await fetch(url, { redirect: 'manual' })
    expect(used.headers.get('location')).toBe('http://localhost/again')
    return stripe.accounts.retrieve(account.id)
  }
  expect(await visit('partial')).toMatchObject({
    charges_enabled: false,
    requirements: { disabled_reason: 'requirements.past_due' },
  })
  expect(await visit('complete')).toMatchObject({
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    capabilities: { card_payments: 'active', jcb_payments: 'active' },
    requirements: { currently_due: [] },
    metadata: { owner: 'u1' },
  })
  expect(await charge()).toMatchObject({ status: 'succeeded' })
  await sandbox.control.trigger('stop_charges', { account: account.id })
  expect(await stripeErrorOf(charge())).toMatchObject({ code: 'account_invalid' })
})

it('balance transactions of payments, refunds and fee refunds are written with the configured delay, and reported', async () => {
  await sandbox.control.settings({ late_seconds: 3_600 })
  onTestFinished(async () => void (await sandbox.control.settings({ late_seconds: 0 })))
  const { on, pay } = await createShop(sandbox)
  const [first, second] = [
    await pay('pm_card_visa', { amount: 1_000, application_fee_amount: 100 }),
    await pay('pm_card_visa', { amount: 2_000, application_fee_amount: 200 }),
  ]
  const chargeOf = ({ latest_charge }: Stripe.PaymentIntent) =>
    stripe.charges.retrieve(latest_charge as string, {}, on)
  const unwritten = { paid: true, balance_transaction: null, application_fee: null }
  expect(await chargeOf(first)).toMatchObject(unwritten)
  // Minutes apart, as the sandbox's clock also goes on by itself.
  await sandbox.control.advance(50 * 60_000)
  expect(await chargeOf(second)).toMatchObject(unwritten)
  expect([await ledger(on), await balanceOf(on)]).toEqual([0, { available: 0, pending: 0 }])
  await sandbox.control.advance(10 * 60_000)
  const written = await chargeOf(second)
  expect(written).toMatchObject({
    balance_transaction: expect.stringMatching(/^txn_/),
    application_fee: expect.stringMatching(/^fee_/),
  })
  expect(await ledger(on)).toBe(3_000 - 300 - 36 - 72)

  const refund = { payment_intent: first.id, refund_application_fee: true }
  const { id, ...createdRefund } = await stripe.refunds.create(refund, on)
  expect(createdRefund).toMatchObject({ status: 'succeeded', balance_transaction: null })
  await stripe.applicationFees.createRefund(written.application_fee as string)
  expect(await ledger(on)).toBe(3_000 - 300 - 36 - 72)
  await sandbox.control.advance(60 * 60_000)
  expect((await stripe.refunds.retrieve(id, {}, on)).balance_transaction).toMatch(/^txn_/)
  expect(await ledger(on)).toBe(2_000 - 36 - 72)
  const types = ['charge.updated', 'refund.updated']
  const { data } = await stripe.events.list({ types, limit: 10 }, on)
  expect(data.map(({ type, data }) => [type, data.previous_attributes])).toEqual([
    ['refund.updated', { balance_transaction: null }],
    ['charge.updated', { balance_transaction: null, application_fee: null }],
    ['charge.updated', { balance_transaction: null, application_fee: null }],
  ])
})

it('instant refund first writes the delayed charge, and a failed refund is returned', async () => {
  await sandbox.control.settings({ late_seconds: 3_600 })
  onTestFinished(async () => void (await sandbox.control.settings({ late_seconds: 0 })))
  const { on, pay } = await createShop(sandbox)
  const { id } = await pay('pm_card_refundFail', { amount: 1_000, application_fee_amount: 100 })
  await stripe.refunds.create({ payment_intent: id, refund_application_fee: true }, on)
  expect(await ledger(on)).toBe(1_000 - 100 - 36)
  await sandbox.control.advance(3_600_000)
  expect(await ledger(on)).toBe(1_000 - 36)
})
