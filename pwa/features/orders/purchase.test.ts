// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { CONFIRM_EVERY_MS, CONFIRM_FOR_MS, CROWD_RETRY_FOR_MS } from '#contract/payments/limits.ts'
import { CARD_NOT_AUTHENTICATED, CARD_WRONG, PAID_ANYWAY } from '#contract/payments/messages.ts'
import { CROWDED, RETRY_LATER, UNREACHABLE } from '#contract/shared/messages.ts'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import { CardRefused } from '#pwa/adapters/payment-form.ts'
import {
  type Purchase,
  type PurchaseSteps,
  purchase,
  purchaseInTurn,
  resumeInTurn,
} from './purchase.ts'
import { startedPayment } from './started-payment.ts'

const charge = { clientSecret: 'pi_1_secret', account: 'acct_1' }

/** Purchase steps that succeed, except those given. */
function steps(differing: Partial<PurchaseSteps> = {}) {
  let waited = 0
  let keys = 0
  let late = () => {}
  const all = {
    createToken: vi.fn(async () => 'tok_1'),
    start: vi.fn(async () => charge),
    confirm: vi.fn(async () => true),
    finish: vi.fn(async () => {}),
    newKey: () => `key-${++keys}`,
    onQueue: vi.fn(),
    later: (_: number, work: () => void) => {
      late = work
      return () => {
        late = () => {}
      }
    },
    free: null,
    onWaiting: vi.fn(),
    wait: async (ms: number) => {
      waited += ms
    },
    ...differing,
  }
  return { all, waited: () => waited, tooLong: () => late() }
}
const fails = (error: unknown) => async () => {
  throw error
}

it('calls createToken, start, confirm and finish in this order', async () => {
  const { all } = steps()
  await purchase(all)
  expect(all.start).toHaveBeenCalledWith('tok_1', 'key-1')
  expect(all.confirm).toHaveBeenCalledWith(charge)
  expect(all.finish).toHaveBeenCalledOnce()
  expect(all.onWaiting).not.toHaveBeenCalled()
})

it('needs no token for a saved card, and no confirmation of a completed charge', async () => {
  const { all } = steps({ createToken: null, start: vi.fn(async () => null) })
  await purchase(all)
  expect(all.start).toHaveBeenCalledWith(undefined, 'key-1')
  expect(all.confirm).not.toHaveBeenCalled()
})

it.each<[string, Partial<PurchaseSteps>, string]>([
  [
    'the provider’s words on a card',
    { createToken: fails(new CardRefused('期限切れです')) },
    '期限切れです',
  ],
  [
    'the catalogue’s, where the token cannot be made',
    { createToken: fails(new Error('x')) },
    CARD_WRONG,
  ],
  [
    'the server’s, where it refuses to start',
    { start: fails(new RequestError(409, SOLD_OUT)) },
    SOLD_OUT,
  ],
  ['that the bank said no', { confirm: async () => false }, CARD_NOT_AUTHENTICATED],
  [
    'of the line and not of the card, where it breaks at the bank’s check',
    { confirm: fails(new Unreachable()), finish: fails(new RequestError(409, 'まだ')) },
    UNREACHABLE + PAID_ANYWAY,
  ],
  [
    'what the server found out, where it breaks there',
    { confirm: fails(new Unreachable()), finish: fails(new RequestError(402, 'だめ')) },
    'だめ',
  ],
  [
    'what the end says, where it is final',
    { finish: fails(new RequestError(410, '返金されます')) },
    '返金されます',
  ],
])('tells %s', async (_, differing, message) => {
  await expect(purchase(steps(differing).all)).rejects.toThrow(message)
})

it('finishes a payment whose confirmation got no response', async () => {
  const { all } = steps({ confirm: fails(new Unreachable()) })
  await purchase(all)
  expect(all.finish).toHaveBeenCalledOnce()
})

const crowdedError = (seconds: number) => new RequestError(503, CROWDED, {}, null, seconds * 1000)

it('shows after a delay that other buyers are served first (18)', async () => {
  const pendingCharge = Promise.withResolvers<typeof charge>()
  const { all, tooLong } = steps({ start: vi.fn(() => pendingCharge.promise) })
  const paying = purchase(all)
  await Promise.resolve()
  expect(all.onQueue).not.toHaveBeenCalled()
  await new Promise((resolve) => setTimeout(resolve))
  tooLong()
  expect(all.onQueue).toHaveBeenLastCalledWith(true)
  pendingCharge.resolve(charge)
  await paying
  expect(all.onQueue).toHaveBeenLastCalledWith(false)
  tooLong()
  expect(all.onQueue).toHaveBeenLastCalledWith(false)
})

it('retries with the same key after a full queue (18)', async () => {
  const start = vi.fn(async (_token: string | undefined, _key: string) => charge)
  start.mockRejectedValueOnce(crowdedError(4)).mockRejectedValueOnce(crowdedError(6))
  const { all, waited } = steps({ start })
  await purchase(all)
  expect(start.mock.calls).toEqual(Array.from({ length: 3 }, () => ['tok_1', 'key-1']))
  expect(waited()).toBe(10_000)
  expect(all.confirm).toHaveBeenCalledOnce()
})

it('fails with a message after 30 seconds in the queue (18)', async () => {
  const { all, waited } = steps({ start: fails(crowdedError(7)) })
  await expect(purchase(all)).rejects.toThrow(CROWDED)
  expect(waited()).toBe(28_000)
  expect(waited()).toBeLessThanOrEqual(CROWD_RETRY_FOR_MS)
  expect(all.confirm).not.toHaveBeenCalled()
})

it('does not retry a 503 without Retry-After', async () => {
  const start = vi.fn(fails(new RequestError(503, RETRY_LATER)))
  await expect(purchase(steps({ start }).all)).rejects.toThrow(RETRY_LATER)
  expect(start).toHaveBeenCalledOnce()
})

it('waits for a payment in process, and shows that', async () => {
  const finish = vi.fn(async () => {})
  finish.mockRejectedValueOnce(new Unreachable())
  finish.mockRejectedValueOnce(new RequestError(409, 'まだ'))
  const { all, waited } = steps({ finish })
  await purchase(all)
  expect(all.onWaiting).toHaveBeenCalledTimes(2)
  expect(waited()).toBe(2 * CONFIRM_EVERY_MS)
})

it('stops waiting after a minute', async () => {
  const { all, waited } = steps({ finish: fails(new RequestError(500, 'x')) })
  await expect(purchase(all)).rejects.toThrow(RETRY_LATER)
  expect(waited()).toBe(CONFIRM_FOR_MS)
})

it('joins a free product without a payment, and fails with the product’s or the server’s message', async () => {
  const { all } = steps({ free: '削除時エラー', finish: fails(new Unreachable()) })
  await expect(purchase(all)).rejects.toThrow('削除時エラー')
  expect(all.start).not.toHaveBeenCalled()
  const soldOut = steps({ free: '削除時エラー', finish: fails(new RequestError(409, SOLD_OUT)) })
  await expect(purchase(soldOut.all)).rejects.toThrow(SOLD_OUT)
})

/** A product whose calls are written into `log`. */
const product = (name: string, log: string[], differing: Partial<Purchase> = {}): Purchase => ({
  start: async (token) => {
    log.push(`start ${name} ${token ?? 'saved card'}`)
    return charge
  },
  finish: async () => log.push(`finish ${name}`),
  free: null,
  ...differing,
})

it('buys a membership with the new card, and then the ticket with the saved one', async () => {
  const log: string[] = []
  const bought = vi.fn()
  await purchaseInTurn([product('room', log), product('ticket', log)], steps().all, bought)
  expect(log).toEqual([
    'start room tok_1',
    'finish room',
    'start ticket saved card',
    'finish ticket',
  ])
  expect(bought).toHaveBeenCalledTimes(2)
})

it('pays the ticket of a free room with the new card', async () => {
  const log: string[] = []
  const free = product('room', log, { free: '失敗' })
  await purchaseInTurn([free, product('ticket', log)], steps().all, () => {})
  expect(log).toEqual(['finish room', 'start ticket tok_1', 'finish ticket'])
})

it('pays for no membership if the ticket to it is gone', async () => {
  const log: string[] = []
  const gone = product('ticket', log, { check: fails(new RequestError(409, SOLD_OUT)) })
  await expect(purchaseInTurn([product('room', log), gone], steps().all, () => {})).rejects.toThrow(
    SOLD_OUT,
  )
  expect(log).toEqual([])
})

it('asks nothing before a single ticket, whose own hold may be the last seat', async () => {
  const log: string[] = []
  const held = product('ticket', log, { check: fails(new RequestError(409, SOLD_OUT)) })
  await purchaseInTurn([held], steps().all, () => {})
  expect(log).toContain('finish ticket')
})

it('keeps the membership if the ticket fails, and reports it as bought', async () => {
  const log: string[] = []
  const bought = vi.fn()
  const failing = product('ticket', log, { start: fails(new RequestError(402, CARD_WRONG)) })
  const both = [product('room', log), failing]
  await expect(purchaseInTurn(both, steps().all, bought)).rejects.toThrow(CARD_WRONG)
  expect(bought).toHaveBeenCalledOnce()
  expect(log).toContain('finish room')
})

it.each([
  { isBought: async () => true, times: 1 },
  { isBought: async () => false, times: 0 },
  { isBought: fails(new Unreachable()), times: 0 },
])(
  'asks the server after a failure whether it is bought all the same ($times)',
  async ({ isBought, times }) => {
    const bought = vi.fn()
    const start = fails(new RequestError(409, 'すでに'))
    const room = product('room', [], { start, isBought })
    await expect(
      purchaseInTurn([room, product('ticket', [])], steps().all, bought),
    ).rejects.toThrow('すでに')
    expect(bought).toHaveBeenCalledTimes(times)
  },
)

/** A payment of an event that the page started before it was loaded anew; null: none. */
function startedWith(ref: string | null) {
  sessionStorage.clear()
  if (ref !== null) startedPayment('event', 'e1').keep(ref)
  return startedPayment('event', 'e1')
}

it('looks up payments of the page before, and stops at the first product without one', async () => {
  const log: string[] = []
  const bought = vi.fn()
  const room = product('room', log, { started: startedWith('pi_1') })
  expect(await resumeInTurn([room, product('ticket', log)], bought)).toBe(false)
  expect([log, bought.mock.calls.length]).toEqual([['finish room'], 1])
  expect(await resumeInTurn([room], bought)).toBe(false)
  expect(log).toEqual(['finish room'])
  expect(
    await resumeInTurn([product('event', log, { started: startedWith('pi_1') })], bought),
  ).toBe(true)
})

it.each<[string, unknown, string | undefined, string | null]>([
  ['is not paid yet, and goes on', new RequestError(409, 'まだ'), 'pi_1', null],
  ['is of another person', new RequestError(404, 'ない'), undefined, null],
  [
    'was declined',
    new RequestError(402, CARD_NOT_AUTHENTICATED),
    undefined,
    CARD_NOT_AUTHENTICATED,
  ],
  ['goes back', new RequestError(410, '返金されます'), undefined, '返金されます'],
  ['cannot be looked up', new Unreachable(), 'pi_1', UNREACHABLE + PAID_ANYWAY],
])('leaves the form to a payment of the page before that %s', async (_, error, ref, message) => {
  const started = startedWith('pi_1')
  const event = product('event', [], { started, finish: fails(error) })
  const resumed = resumeInTurn([event], () => {})
  if (message) await expect(resumed).rejects.toThrow(message)
  else expect(await resumed).toBe(false)
  expect(startedPayment('event', 'e1').ref()).toBe(ref)
})

it.each<[string, Partial<PurchaseSteps>, string | undefined]>([
  ['succeeded', {}, undefined],
  ['succeeded, as the server knows', { confirm: fails(new Unreachable()) }, undefined],
  ['was declined by the bank', { confirm: async () => false }, undefined],
  ['goes back', { finish: fails(new RequestError(410, 'x')) }, undefined],
  ['is in process', { finish: fails(new RequestError(409, 'x')) }, 'pi_2'],
  ['is unknown', { confirm: fails(new Unreachable()), finish: fails(new Unreachable()) }, 'pi_2'],
])('remembers a started payment until its result is known: %s', async (_, differing, ref) => {
  const started = startedWith('pi_1')
  const start = vi.fn(async () => {
    started.keep('pi_2')
    return charge
  })
  await purchase({ ...steps({ start, ...differing }).all, started }).catch(() => {})
  expect(startedPayment('event', 'e1').ref()).toBe(ref)
})

it('forgets the payment before with the next press', async () => {
  const started = startedWith('pi_1')
  const start = fails(new RequestError(409, SOLD_OUT))
  await expect(purchase({ ...steps({ start }).all, started })).rejects.toThrow(SOLD_OUT)
  expect(started.ref()).toBeUndefined()
})
