import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Disconnected, PayoutRefused, SellerRefused } from '#server/ports/sellers.ts'
import { sendDocument } from '#server/sandbox-stripe/testing/documents.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { DAY_MS } from '#server/sandbox-stripe/testing/scene.ts'
import { createStripeClient } from './client.ts'
import { stripePayments } from './payments.ts'

describe('sellers at the payment provider, through its own SDK', () => {
  let sandbox: Sandbox
  let sellers: ReturnType<typeof stripePayments>
  let keys = 0
  const key = () => `key-${++keys}`

  beforeAll(async () => {
    sandbox = await startSandbox()
    sellers = stripePayments(createStripeClient(sandbox.secretKey, sandbox.url), {
      platform: '',
      connect: '',
    })
  })
  afterAll(() => sandbox.stop())

  const picture = async () => (await sendDocument(sandbox.url, sandbox.publishableKey)).id!
  const facts = async (front?: string) => ({
    company: null,
    lastName: '藍川',
    firstName: '葵',
    lastNameKana: 'アイカワ',
    firstNameKana: 'アオイ',
    birth: { year: 1990, month: 4, day: 12 },
    phone: '09012345678',
    email: 'aoi@example.com',
    address: {
      postalCode: '1500001',
      state: '東京都',
      city: '渋谷区',
      town: '神宮前 3丁目',
      line1: '1-1',
      line2: '',
    },
    documents: { front: front ?? (await picture()), back: await picture() },
    pages: { room: 'https://room.example/community/aoi', law: 'https://room.example/law' },
  })
  const openSeller = async () => (await sandbox.control.seller(sandbox.stripe)).id
  /** An account with money that may be paid out. */
  async function earning(amount: number) {
    const account = await openSeller()
    await sandbox.stripe.paymentIntents.create(
      { amount, currency: 'jpy', payment_method: 'pm_card_bypassPending', confirm: true },
      { stripeAccount: account },
    )
    await sandbox.control.advance(60_000)
    return account
  }

  it('seller gets one account, with manual payouts', async () => {
    const same = key()
    const account = await sellers.addSeller({ userId: 'aoi' }, same)
    expect(await sellers.addSeller({ userId: 'aoi' }, same)).toBe(account)
    const created = await sandbox.stripe.accounts.retrieve(account)
    expect(created).toMatchObject({
      type: 'custom',
      metadata: { user_id: 'aoi' },
      settings: { payouts: { schedule: { interval: 'manual' } } },
    })
    expect(Object.keys(created.capabilities!).toSorted()).toEqual([
      'card_payments',
      'jcb_payments',
      'konbini_payments',
      'transfers',
    ])
  })

  it('seller’s identity is prefilled, the rest is left to onboarding', async () => {
    const account = await sellers.addSeller({ userId: 'hinata' }, key())
    const before = await sellers.findSeller(account)
    expect(before).toMatchObject({ chargesEnabled: false, takesJcb: false, takesKonbini: false })
    expect(before.due).toContain('individual.verification.document')
    await sellers.describeSeller(account, await facts())
    const { due } = await sellers.findSeller(account)
    expect(due).not.toContain('individual.verification.document')
    expect(due).toContain('external_account')
    const link = await sellers.onboardingLink({
      account,
      returnUrl: 'http://localhost/back',
      refreshUrl: 'http://localhost/again',
    })
    const body = new URLSearchParams({ outcome: 'complete' })
    await fetch(link, { method: 'POST', body, redirect: 'manual' })
    expect(await sellers.findSeller(account)).toMatchObject({
      chargesEnabled: true,
      payoutsEnabled: true,
      takesJcb: true,
      takesKonbini: true,
      due: [],
      disabledReason: null,
    })
  })

  it('company’s name is prefilled; its people are identified on the provider’s page', async () => {
    const account = await sellers.addSeller({ userId: 'sanshoya' }, key())
    const { phone, email, address, pages } = await facts()
    const company = { name: '株式会社長屋亭', nameKana: 'カブシキガイシャナガヤテイ' }
    await sellers.describeSeller(account, { phone, email, address, pages, company })
    const { due } = await sellers.findSeller(account)
    expect(due).toEqual(expect.arrayContaining(['company.tax_id', 'directors.first_name_kana']))
    expect(due.filter((name) => /^individual|company\.name/.test(name))).toEqual([])
    const urls = { returnUrl: 'http://localhost/back', refreshUrl: 'http://localhost/again' }
    const link = await sellers.onboardingLink({ account, ...urls })
    const body = new URLSearchParams({ outcome: 'complete' })
    await fetch(link, { method: 'POST', body, redirect: 'manual' })
    expect(await sellers.findSeller(account)).toMatchObject({ chargesEnabled: true, due: [] })
    expect(await sandbox.stripe.accounts.retrieve(account)).toMatchObject({
      business_type: 'company',
    })
  })

  it('rejected field is named', async () => {
    const account = await sellers.addSeller({ userId: 'tabi' }, key())
    const result = sellers.describeSeller(account, await facts('file_unheard_of'))
    await expect(result).rejects.toBeInstanceOf(SellerRefused)
    await expect(result).rejects.toMatchObject({ about: expect.stringContaining('document') })
  })

  it('requirements are listed with their deadline', async () => {
    const account = await openSeller()
    await sandbox.control.trigger('ask_again', { account })
    const accountStatus = await sellers.findSeller(account)
    expect(accountStatus).toMatchObject({
      chargesEnabled: true,
      due: ['individual.verification.document'],
      errors: [{ code: 'verification_document_not_readable' }],
    })
    expect(Date.parse(accountStatus.deadline!)).toBeGreaterThan(Date.now())
  })

  it('disconnected account and unknown account throw different errors', async () => {
    const account = await openSeller()
    await sandbox.control.trigger('disconnect', { account })
    await expect(sellers.findSeller(account)).rejects.toBeInstanceOf(Disconnected)
  })

  it('payout is made once per key, never above the balance, and its status is tracked', async () => {
    const account = await earning(10_000)
    const available = await sellers.findAvailable(account)
    expect(available).toBe(9_640)
    await expect(
      sellers.payOut({ account, amount: available + 1, payoutId: 'p0' }, key()),
    ).rejects.toBeInstanceOf(PayoutRefused)
    const same = key()
    const payout = { account, amount: 9_000, payoutId: 'p1' }
    const created = await sellers.payOut(payout, same)
    expect(created).toMatchObject({ account, amount: 9_000, status: 'in_transit', payoutId: 'p1' })
    expect((await sellers.payOut(payout, same)).ref).toBe(created.ref)
    expect(await sellers.findAvailable(account)).toBe(640)
    const since = new Date(Date.now() - DAY_MS).toISOString()
    expect(await sellers.searchPayout({ account, payoutId: 'p1', since })).toEqual(created)
    expect(await sellers.searchPayout({ account, payoutId: 'p2', since })).toBeNull()
    await sandbox.control.advance(3 * DAY_MS)
    expect(await sellers.findPayout(account, created.ref)).toMatchObject({ status: 'paid' })
    await sandbox.control.trigger('fail_payout', { account, payout: created.ref })
    expect(await sellers.findPayout(account, created.ref)).toMatchObject({
      status: 'failed',
      failure: 'account_closed',
    })
  })
})
