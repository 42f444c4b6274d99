import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSandbox, type Sandbox } from '../testing/sandbox.ts'
import { openShop } from '../testing/scene.ts'

let sandbox: Sandbox
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  sandbox = await openSandbox({ SANDBOX_PUBLIC_URL: 'http://localhost:3000/sandbox/stripe/' })
  shop = await openShop(sandbox)
})
afterAll(() => sandbox.stop())

/** As a page does: with the publishable key in the body. */
async function call(method: 'GET' | 'POST', path: string, given: Record<string, string> = {}) {
  const body = new URLSearchParams({
    key: sandbox.publishableKey,
    _stripe_account: shop.seller.id,
    ...given,
  })
  const query = method === 'GET' ? `?${body}` : ''
  const answer = await fetch(`${sandbox.url}/v1/${path}${query}`, {
    method,
    ...(method === 'POST' ? { body } : {}),
  })
  const json = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, json, error: json.error as Record<string, unknown> | undefined }
}
const card = {
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '40',
  'card[cvc]': '123',
}
const inside = (prefix: string) =>
  Object.fromEntries(
    Object.entries(card).map(([name, value]) => [name.replace('card', `${prefix}[card]`), value]),
  )
const waiting = () =>
  sandbox.stripe.paymentIntents.create(
    { amount: 500, currency: 'jpy', application_fee_amount: 50, metadata: { order: 'o1' } },
    shop.on,
  )
/** The challenge page as it is reached without the proxy that stands before it. */
const direct = (intent: { next_action: Stripe.PaymentIntent.NextAction }) =>
  intent.next_action.redirect_to_url!.url!.replace(
    'http://localhost:3000/sandbox/stripe',
    sandbox.url,
  )

it('makes tokens, and pays with its client secret; what is the seller’s stays hidden', async () => {
  const token = await call('POST', 'tokens', card)
  expect(token).toMatchObject({ status: 200, json: { object: 'token', card: { last4: '4242' } } })
  const { id, client_secret } = await waiting()
  const paid = await call('POST', `payment_intents/${id}/confirm`, {
    client_secret: client_secret!,
    'payment_method_data[type]': 'card',
    ...inside('payment_method_data'),
  })
  expect(paid).toMatchObject({ status: 200, json: { id, status: 'succeeded', client_secret } })
  for (const hidden of ['metadata', 'application_fee_amount', 'customer', 'latest_charge'])
    expect(paid.json).not.toHaveProperty(hidden)
  const read = await call('GET', `payment_intents/${id}`, { client_secret: client_secret! })
  expect(read.json).toEqual(paid.json)
})

it('learns of a decline what a page may know', async () => {
  const { id, client_secret } = await waiting()
  const { status, error } = await call('POST', `payment_intents/${id}/confirm`, {
    client_secret: client_secret!,
    payment_method: 'pm_card_chargeDeclinedInsufficientFunds',
  })
  expect(status).toBe(402)
  expect(error).toMatchObject({
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    payment_intent: { id, status: 'requires_payment_method' },
  })
  expect(JSON.stringify(error)).not.toMatch(/"metadata"|billing_details|"charge"/)
})

it('sets a card up with its client secret', async () => {
  const { id, client_secret } = await sandbox.stripe.setupIntents.create(
    { customer: shop.customer.id },
    shop.on,
  )
  const done = await call('POST', `setup_intents/${id}/confirm`, {
    client_secret: client_secret!,
    'payment_method_data[type]': 'card',
    ...inside('payment_method_data'),
  })
  expect(done.json).toMatchObject({ status: 'succeeded' })
  expect(done.json).not.toHaveProperty('customer')
})

it('is refused everything else', async () => {
  const { id } = await waiting()
  const other = await waiting()
  const cases: [number, 'GET' | 'POST', string, Record<string, string>?][] = [
    [400, 'GET', `payment_intents/${id}`],
    [400, 'GET', `payment_intents/${id}`, { client_secret: other.client_secret! }],
    [400, 'POST', `payment_intents/${id}/confirm`, { client_secret: 'wrong' }],
    [401, 'POST', 'payment_intents', { amount: '500', currency: 'jpy' }],
    [401, 'POST', `payment_intents/${id}/cancel`],
    [401, 'POST', `payment_intents/${id}`],
    [401, 'GET', 'customers'],
    [401, 'POST', 'refunds', { payment_intent: id }],
    [401, 'GET', 'events'],
  ]
  for (const [wanted, method, path, given] of cases)
    expect([method, path, (await call(method, path, given)).status]).toEqual([method, path, wanted])
})

it('shows a challenge that says plainly that it is a test, with nothing inline', async () => {
  const intent = await shop.pay('pm_card_authenticationRequired', {
    return_url: 'http://localhost:3000/back?step=2',
  })
  const { url } = intent.next_action!.redirect_to_url!
  expect(url).toMatch(/^http:\/\/localhost:3000\/sandbox\/stripe\/challenge\/\w{32}$/)
  const at = direct(intent as { next_action: Stripe.PaymentIntent.NextAction })
  const page = await fetch(at)
  const html = await page.text()
  for (const word of ['テストモード', '認証する', '失敗させる', '3,000円'])
    expect(html).toContain(word)
  expect(html).not.toMatch(/<script>|<style|style="|onclick=/)
  for (const [, file] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect(file).toMatch(/^\.\.\/assets\//)
    expect((await fetch(new URL(file!, at))).status).toBe(200)
  }
  const body = (framed: string) => new URLSearchParams({ outcome: 'authenticated', framed })
  const answer = await fetch(at, { method: 'POST', body: body(''), redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  expect(Object.fromEntries(back.searchParams)).toEqual({
    step: '2',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  })
  // A second answer changes nothing, and in a frame the page tells its parent instead of leaving.
  const second = new URLSearchParams({ outcome: 'failed', framed: '1' })
  const told = await (await fetch(at, { method: 'POST', body: second })).text()
  expect(told).toContain(`data-intent="${intent.id}" data-outcome="authenticated"`)
})

it('knows no page that was not made', async () => {
  for (const path of ['/challenge/nothing', '/onboarding/nothing', '/assets/nothing', '/'])
    expect((await fetch(`${sandbox.url}${path}`)).status).toBe(404)
})
