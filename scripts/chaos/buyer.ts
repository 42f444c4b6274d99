import { setTimeout as pause } from 'node:timers/promises'
import { createCaller, RequestError } from '#contract/http/caller.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import type { Plan } from './people.ts'
import { purchaseOf } from './purchase.ts'
import type { Rng } from './rng.ts'

const NUMBERS = {
  good: '4242424242424242',
  master: '5555555555554444',
  proof: '4000002760003184',
  declined: '4000000000000002',
  /** A card that can be saved, but then declines. */
  later: '4000000000000341',
  jcb: '3566002020360505',
  disputed: '4000000000000259',
}
type Card = keyof typeof NUMBERS | 'saved'
const CARDS: readonly (readonly [number, Card])[] = [
  [40, 'good'],
  [10, 'master'],
  [20, 'saved'],
  [14, 'proof'],
  [5, 'declined'],
  [5, 'later'],
  [2, 'jcb'],
  [4, 'disputed'],
]
const ANSWERS = [
  [7, 'authenticated'],
  [2, 'failed'],
  [2, 'left'],
] as const
/** Buyers whose wallet gives the card. */
const BY_WALLET = 0.15
/** Buyers of tickets who pay in a convenience store, and what they do with their numbers; a late one pays all the same. */
const IN_STORE = 0.15
const IN_STORES = [
  [5, 'pays'],
  [2, 'lapses'],
  [2, 'gives up'],
  [2, 'pays late'],
] as const

/**
 * The number and interval of a browser's retries without an answer: over two minutes, as the key of a request that a
 * kill cut off stays claimed for one.
 */
export const MAX_ATTEMPTS = 1_000
export const PAUSE_MS = 150
/** Attempts at what is refused for as long as somebody has not paid: they outlast a restart, and no more. */
export const FEW = 60

export interface World {
  url: string
  provider: { url: string; publishableKey: string }
  rng: Rng
  tokenOf: (person: string) => Promise<string>
  /** Collects the addresses of payment numbers that lapse. */
  unpaid?: string[]
}
/** The result that the buyer saw: the entitlement, an error, or nothing because they were gone. */
export type PurchaseResult =
  | { at: 'has' }
  | { at: 'refused'; status: number; message: string }
  | { at: 'gone' }

export function callerOf({ url, tokenOf }: Pick<World, 'url' | 'tokenOf'>, person: string) {
  return createCaller({
    token: () => null,
    async fetch(path, init) {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${await tokenOf(person)}`)
      return fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(60_000) })
    },
  })
}

/** Retries until there is an answer, as the server may be killed and the provider slow. */
export async function withRetry<T>(call: () => Promise<T>, maxAttempts = MAX_ATTEMPTS): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await call()
    } catch (error) {
      const passing =
        !(error instanceof RequestError) || [409, 429, 500, 503].includes(error.status)
      if (!passing || tried >= maxAttempts || isFinal(error)) throw error
      await pause(PAUSE_MS)
    }
}
const FINAL =
  /売り切れ|すでに|受け付けていません|価格が変わりました|公式リセール|お持ちではありません|お席|お一人さま|このコード|コンビニ払い|抽選|このグループ/
const isFinal = (error: unknown) => error instanceof RequestError && FINAL.test(error.message)

/** Confirms the payment at the provider, as the buyer's browser does. */
export async function confirm(
  { url, publishableKey }: World['provider'],
  account: string,
  { id, client_secret }: { id: string; client_secret: string },
) {
  await withRetry(async () => {
    const answer = await fetch(`${url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}`, 'stripe-account': account },
      body: new URLSearchParams({ client_secret }),
    })
    if (answer.status === 429 || answer.status >= 500) throw new Error('again')
  })
}

/** Pays a number in a store. The provider takes the money also if it is too late. */
export const payNumber = (url: string) =>
  withRetry(async () => {
    const body = new URLSearchParams({ outcome: 'paid' })
    const { ok } = await fetch(url, { method: 'POST', body })
    if (!ok) throw new Error('again')
  })

interface Intent {
  status?: string
  next_action?: { redirect_to_url?: { url: string } } | null
}

/** One purchase in one browser, from the start to the result. */
export async function buy(world: World, plan: Plan): Promise<PurchaseResult> {
  const { provider, rng } = world
  const call = callerOf(world, plan.buyer)
  const purchase = purchaseOf(call, plan)
  const card = rng.pick(CARDS, 'card', plan.n)
  const isWallet = rng.chance('wallet', plan.n) < BY_WALLET

  async function ask(method: string, path: string, body: object, account?: string) {
    return withRetry(async () => {
      const answer = await fetch(provider.url + path + (method === 'GET' ? `?${form(body)}` : ''), {
        method,
        headers: {
          authorization: `Bearer ${provider.publishableKey}`,
          'content-type': 'application/x-www-form-urlencoded',
          ...(account && { 'stripe-account': account }),
        },
        ...(method === 'POST' && { body: form(body) }),
        signal: AbortSignal.timeout(20_000),
      })
      if (answer.status >= 500 || answer.status === 429) throw new Error('again')
      return (await answer.json()) as Intent & { id?: string }
    })
  }
  const form = (body: object) => new URLSearchParams(body as Record<string, string>)

  async function pay(secret: string, account: string): Promise<boolean> {
    const path = `/v1/payment_intents/${secret.split('_secret_')[0]}`
    const body = { client_secret: secret }
    let intent = await ask('GET', path, body, account)
    if (intent.status === 'requires_confirmation')
      await ask('POST', `${path}/confirm`, body, account).catch(() => null)
    intent = await ask('GET', path, body, account)
    const url = intent.next_action?.redirect_to_url?.url
    const answer = rng.pick(ANSWERS, 'answer', plan.n)
    if (intent.status === 'requires_action' && url && answer !== 'left') {
      await fetch(url, { method: 'POST', body: form({ outcome: answer, framed: '1' }) })
      intent = await ask('GET', path, body, account)
    }
    return intent.status === 'succeeded'
  }

  async function token(): Promise<string | undefined> {
    if (card === 'saved') return undefined
    const { id } = await ask('POST', isWallet ? '/v1/payment_methods' : '/v1/tokens', {
      ...(isWallet && { type: 'card' }),
      'card[number]': NUMBERS[card],
      'card[exp_month]': '12',
      'card[exp_year]': '2039',
      'card[cvc]': '123',
    })
    return id
  }

  /** Takes a payment number to a store, or not. */
  async function payInStore(): Promise<PurchaseResult> {
    const { ref, voucher } = await startWith((press) =>
      purchase.start({ method: 'konbini' }, press),
    )
    const url = voucher?.url
    if (!url) return { at: 'gone' }
    const what = rng.pick(IN_STORES, 'store', plan.n)
    if (what === 'gives up' || what === 'pays late')
      await withRetry(() => call(vouchers.cancelVoucher, { params: { id: voucher.id } }))
    if (what === 'lapses') world.unpaid?.push(url)
    if (what === 'lapses' || what === 'gives up') return { at: 'gone' }
    await payNumber(url)
    // The ticket comes by webhook, or the money goes back.
    if (what === 'pays late' || rng.chance('dies', plan.n) < 0.2) return { at: 'gone' }
    await withRetry<unknown>(() => purchase.finish(ref))
    return { at: 'has' }
  }

  let presses = 1
  /** A new press after a lost connection; a retry with the same key after a 503. */
  const startWith = <T>(press: (options: { idempotencyKey: string }) => Promise<T>) =>
    withRetry(async () => {
      try {
        return await press({ idempotencyKey: `chaos-${plan.n}-${presses}` })
      } catch (error) {
        if (!(error instanceof RequestError)) presses++
        throw error
      }
    })
  async function start() {
    const cardToken = await token()
    // Half of the buyers who type a card keep it, and pay with it later.
    const keep_card = !isWallet && rng.chance('keeps', plan.buyer.length, plan.n) < 0.5
    const pays = cardToken ? { token: cardToken, keep_card } : {}
    return startWith((press) => purchase.start(pays, press))
  }

  try {
    if (plan.kind !== 'room' && rng.chance('in store', plan.n) < IN_STORE) return await payInStore()
    const { ref, secret, account } = await start()
    const isPaid = !secret || (await pay(secret, account))
    if (!isPaid && rng.chance('gives up', plan.n) < 0.5) return { at: 'gone' }
    // The browser dies between the payment and its result.
    if (rng.chance('dies', plan.n) < 0.2) return { at: 'gone' }
    await withRetry<unknown>(() => purchase.finish(ref), isPaid ? MAX_ATTEMPTS : FEW)
    return { at: 'has' }
  } catch (error) {
    if (error instanceof RequestError)
      return { at: 'refused', status: error.status, message: error.message }
    return { at: 'gone' }
  }
}
