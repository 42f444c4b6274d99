import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../testing/sandbox.ts'
import { createShop } from '../testing/scene.ts'

let sandbox: Sandbox
let shop: Awaited<ReturnType<typeof createShop>>
beforeAll(async () => {
  sandbox = await startSandbox({ SANDBOX_PUBLIC_URL: 'http://localhost:3000/sandbox/stripe/' })
  shop = await createShop(sandbox)
})
afterAll(() => sandbox.stop())

/** Calls like a page, with the publishable key in the body. */
async function call(method: 'GET' | 'POST', path: string, params: Record<string, string> = {}) {
  const body = new URLSearchParams({
    key: sandbox.publishableKey,
    _stripe_account: shop.seller.id,
    ...params,
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
/** URL of the challenge page without the proxy in front. */
const direct = (intent: { next_action: Stripe.PaymentIntent.NextAction }) =>
  intent.next_action.redirect_to_url!.url!.replace(
    'http://localhost:3000/sandbox/stripe',
    sandbox.url,
  )

it('browser creates tokens and pays with a client secret; seller data stays hidden', async () => {
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

it('browser gets the public part of a decline', async () => {
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

it('browser sets a card up with a client secret', async () => {
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

it('browser is refused all other calls', async () => {
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
    [400, 'POST', 'payment_methods', { payment_method: 'pm_1', customer: 'cus_1' }],
  ]
  for (const [expected, method, path, params] of cases)
    expect([method, path, (await call(method, path, params)).status]).toEqual([
      method,
      path,
      expected,
    ])
})

it('challenge page is marked as a test, and has nothing inline', async () => {
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
  // A second answer has no effect, and in a frame the page notifies its parent instead of redirecting.
  const second = new URLSearchParams({ outcome: 'failed', framed: '1' })
  const secondHtml = await (await fetch(at, { method: 'POST', body: second })).text()
  expect(secondHtml).toContain(`data-intent="${intent.id}" data-outcome="authenticated"`)
})

it('unknown page answers 404', async () => {
  for (const path of ['/challenge/nothing', '/onboarding/nothing', '/assets/nothing', '/'])
    expect((await fetch(`${sandbox.url}${path}`)).status).toBe(404)
})
