import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from './operations.ts'
import { sendDocument } from './testing/documents.ts'
import { type Sandbox, startSandbox } from './testing/sandbox.ts'
import { answerChallenge, createShop, DAY_MS } from './testing/scene.ts'
import { membersOf, misfits, sdkType } from './testing/sdk-types.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const resources: Record<string, [file: string, name: string]> = {
  account: ['Accounts', 'Account'],
  application_fee: ['ApplicationFees', 'ApplicationFee'],
  balance_transaction: ['BalanceTransactions', 'BalanceTransaction'],
  charge: ['Charges', 'Charge'],
  customer: ['Customers', 'Customer'],
  dispute: ['Disputes', 'Dispute'],
  application: ['Applications', 'Application'],
  file: ['Files', 'File'],
  invoice: ['Invoices', 'Invoice'],
  invoice_payment: ['InvoicePayments', 'InvoicePayment'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  payout: ['Payouts', 'Payout'],
  price: ['Prices', 'Price'],
  product: ['Products', 'Product'],
  'radar.early_fraud_warning': ['Radar/EarlyFraudWarnings', 'EarlyFraudWarning'],
  refund: ['Refunds', 'Refund'],
  setup_intent: ['SetupIntents', 'SetupIntent'],
  subscription: ['Subscriptions', 'Subscription'],
  token: ['Tokens', 'Token'],
  webhook_endpoint: ['WebhookEndpoints', 'WebhookEndpoint'],
}

/** Runs a sample of all operations. */
async function live() {
  const { stripe, control } = sandbox
  const { on, pay, customer, saveCard, seller } = await createShop(sandbox, [
    'card_payments',
    'konbini_payments',
  ])
  await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/', enabled_events: ['*'] })
  await stripe.tokens.create(
    { card: { number: '4242424242424242', exp_month: '1', exp_year: '2040' } },
    on,
  )
  const { id } = await pay('pm_card_visa', { application_fee_amount: 100, metadata: { a: 'b' } })
  await stripe.refunds.create({ payment_intent: id, amount: 100, refund_application_fee: true }, on)
  await pay('pm_card_refundFail').then(({ id }) =>
    stripe.refunds.create({ payment_intent: id }, on),
  )
  const cash = { type: 'konbini' as const, billing_details: { name: '葵', email: 'a@b.test' } }
  const inStore = { payment_method_data: cash, allowed_payment_method_types: ['konbini' as const] }
  const account = seller.id
  for (const act of ['pay_voucher', 'expire_voucher']) {
    const voucher = await stripe.paymentIntents.create(
      { amount: 500, currency: 'jpy', confirm: true, ...inStore },
      on,
    )
    await control.trigger(act, { account, payment_intent: voucher.id })
    if (act !== 'pay_voucher') continue
    const back = await stripe.refunds.create({ payment_intent: voucher.id }, on)
    await control.trigger('give_refund_account', { account, refund: back.id })
  }
  await pay('pm_card_chargeDeclined').catch(() => 'declined')
  await pay('pm_card_createDispute')
  await pay('pm_card_createIssuerFraudRecord')
  await answerChallenge(await pay('pm_card_authenticationRequired'), 'failed')
  await answerChallenge(await pay('pm_card_authenticationRequired'), 'authenticated')
  const setting = { customer: customer.id, confirm: true }
  await stripe.setupIntents
    .create({ ...setting, payment_method: 'pm_card_chargeDeclined' }, on)
    .catch(() => 'declined')
  const setup = { ...setting, payment_method: 'pm_card_authenticationRequired' }
  await answerChallenge(await stripe.setupIntents.create(setup, on), 'authenticated')
  const product = await stripe.products.create({ name: 'ルーム' }, on)
  const recurring = { interval: 'month' as const }
  const price = await stripe.prices.create(
    { currency: 'jpy', product: product.id, unit_amount: 1_000, recurring },
    on,
  )
  await stripe.subscriptions.create(
    {
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: await saveCard('pm_card_visa'),
    },
    on,
  )
  await sendDocument(sandbox.url, sandbox.publishableKey)
  const left = await control.seller(stripe)
  for (const type of ['review', 'ask_again', 'disconnect'])
    await control.trigger(type, { account: left.id })
  await control.advance(40 * DAY_MS)
  await stripe.payouts.create({ amount: 100, currency: 'jpy' }, on)
  await control.trigger('fail_payout', {
    account: seller.id,
    payout: (await stripe.payouts.list({}, on)).data[0]!.id,
  })
}

it('stored objects conform to the SDK’s types', async () => {
  await live()
  const db = new Sqlite(sandbox.file, { readonly: true })
  const rows = db.prepare('select kind, data from object order by seq').all() as {
    kind: string
    data: string
  }[]
  db.close()
  const seen = new Set<string>()
  const mismatches = new Set<string>()
  const check = (kind: string, object: object) => {
    seen.add(kind)
    const [file, name] = resources[kind]!
    for (const why of misfits(object, sdkType(file, name))) mismatches.add(`${kind}${why}`)
  }
  for (const { kind, data } of rows) {
    const object = JSON.parse(data)
    if (kind !== 'event') check(kind, object)
    else check(object.data.object.object, object.data.object)
  }
  expect([...mismatches]).toEqual([])
  expect(seen).toEqual(new Set(Object.keys(resources)))
})

it('balance, account link and payment methods conform to the SDK’s types', async () => {
  const { id } = await sandbox.stripe.accounts.create({ country: 'JP' })
  const link = await sandbox.stripe.accountLinks.create({
    account: id,
    type: 'account_onboarding',
    refresh_url: 'http://localhost/',
    return_url: 'http://localhost/',
  })
  expect(misfits({ ...link }, sdkType('AccountLinks', 'AccountLink'))).toEqual([])
  const balance = await sandbox.stripe.balance.retrieve()
  expect(misfits({ ...balance }, sdkType('Balance', 'Balance'))).toEqual([])
  const configuration = sdkType('PaymentMethodConfigurations', 'PaymentMethodConfiguration')
  for (const account of [{}, { stripeAccount: id }]) {
    const { data } = await sandbox.stripe.paymentMethodConfigurations.list({}, account)
    expect(data.flatMap((one) => misfits({ ...one }, configuration))).toEqual([])
  }
})

it('type check detects mismatches', () => {
  const product = sdkType('Products', 'Product')
  expect(misfits({ id: 1, nonsense: true }, product)).toEqual(
    expect.arrayContaining(['.id: no string', '.nonsense: unknown to the SDK', '.name: missing']),
  )
})

/** Parameters of browsers, unknown to the server's SDK. */
const ofBrowsers = ['key', '_stripe_account', 'client_secret']
const families: [path: RegExp, file: string, create: string][] = [
  [/^\/v1\/accounts/, 'Accounts', 'Account'],
  [/^\/v1\/customers/, 'Customers', 'Customer'],
  [/^\/v1\/charges/, 'Charges', 'Charge'],
  [/^\/v1\/disputes/, 'Disputes', 'Dispute'],
  [/^\/v1\/files/, 'Files', 'File'],
  [/^\/v1\/invoices/, 'Invoices', 'Invoice'],
  [/^\/v1\/invoice_payments/, 'InvoicePayments', 'InvoicePayment'],
  [/^\/v1\/payment_intents/, 'PaymentIntents', 'PaymentIntent'],
  [/^\/v1\/payment_methods/, 'PaymentMethods', 'PaymentMethod'],
  [/^\/v1\/payouts/, 'Payouts', 'Payout'],
  [/^\/v1\/prices/, 'Prices', 'Price'],
  [/^\/v1\/products/, 'Products', 'Product'],
  [/^\/v1\/refunds/, 'Refunds', 'Refund'],
  [/^\/v1\/setup_intents/, 'SetupIntents', 'SetupIntent'],
  [/^\/v1\/subscriptions/, 'Subscriptions', 'Subscription'],
  [/^\/v1\/webhook_endpoints/, 'WebhookEndpoints', 'WebhookEndpoint'],
]

const cases = operations.flatMap((operation) => {
  const family = families.find(([path]) => path.test(operation.path))
  const verb = verbOf(operation.method, operation.path)
  return family && verb
    ? [{ ...operation, file: family[1], params: `${family[2]}${verb}Params` }]
    : []
})

function verbOf(method: string, path: string): string | null {
  const rest = path.split('/').slice(3)
  if (rest.length === 0) return method === 'POST' ? 'Create' : 'List'
  if (rest.length === 1) return method === 'POST' ? 'Update' : null
  const verbs: Record<string, string> = {
    confirm: 'Confirm',
    cancel: 'Cancel',
    attach: 'Attach',
    detach: 'Detach',
    pay: 'Pay',
    close: 'Close',
  }
  return verbs[rest[1]!] ?? null
}

it.each(cases)('$method $path has no parameter that the SDK lacks', ({ file, params, names }) => {
  const known = [...membersOf(sdkType(file, params)).keys(), ...ofBrowsers]
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})
