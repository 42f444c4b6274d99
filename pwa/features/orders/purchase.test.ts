import { expect, it, vi } from 'vitest'
import { Refused, Unreachable } from '#contract/caller.ts'
import { CONFIRM_EVERY_MS, CONFIRM_FOR_MS, CROWD_RETRY_FOR_MS } from '#contract/limits.ts'
import {
  CARD_WRONG,
  CROWDED,
  PAID_ANYWAY,
  RETRY_LATER,
  SOLD_OUT,
  UNREACHABLE,
} from '#contract/messages.ts'
import { CARD_NOT_AUTHENTICATED } from '#contract/paying-messages.ts'
import { CardRefused } from '#pwa/adapters/card-desk.ts'
import { type PurchaseSteps, purchase } from './purchase.ts'

const charge = { clientSecret: 'pi_1_secret', account: 'acct_1' }

/** Steps that all go well, but for those that a test says otherwise. */
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
    onCrowd: vi.fn(),
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

it('makes a token, starts, confirms and finishes, in this order', async () => {
  const { all } = steps()
  await purchase(all)
  expect(all.start).toHaveBeenCalledWith('tok_1', 'key-1')
  expect(all.confirm).toHaveBeenCalledWith(charge)
  expect(all.finish).toHaveBeenCalledOnce()
  expect(all.onWaiting).not.toHaveBeenCalled()
})

it('needs no token for a saved card, and no confirming where the money has moved', async () => {
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
    { start: fails(new Refused(409, SOLD_OUT)) },
    SOLD_OUT,
  ],
  ['that the bank said no', { confirm: async () => false }, CARD_NOT_AUTHENTICATED],
  [
    'of the line and not of the card, where it breaks at the bank’s check',
    { confirm: fails(new Unreachable()), finish: fails(new Refused(409, 'まだ')) },
    UNREACHABLE + PAID_ANYWAY,
  ],
  [
    'what the server found out, where it breaks there',
    { confirm: fails(new Unreachable()), finish: fails(new Refused(402, 'だめ')) },
    'だめ',
  ],
  [
    'what the end says, where it is final',
    { finish: fails(new Refused(410, '返金されます')) },
    '返金されます',
  ],
])('tells %s', async (_, differing, message) => {
  await expect(purchase(steps(differing).all)).rejects.toThrow(message)
})

it('has what was paid though its answer was lost', async () => {
  const { all } = steps({ confirm: fails(new Unreachable()) })
  await purchase(all)
  expect(all.finish).toHaveBeenCalledOnce()
})

const crowd = (seconds: number) => new Refused(503, CROWDED, {}, null, seconds * 1000)

it('fault 18: says that others are served first, once that takes long', async () => {
  const asked = Promise.withResolvers<typeof charge>()
  const { all, tooLong } = steps({ start: vi.fn(() => asked.promise) })
  const paying = purchase(all)
  await Promise.resolve()
  expect(all.onCrowd).not.toHaveBeenCalled()
  await new Promise((next) => setTimeout(next))
  tooLong()
  expect(all.onCrowd).toHaveBeenLastCalledWith(true)
  asked.resolve(charge)
  await paying
  expect(all.onCrowd).toHaveBeenLastCalledWith(false)
  tooLong()
  expect(all.onCrowd).toHaveBeenLastCalledWith(false)
})

it('fault 18: comes back by itself where the line was too long, with the same key', async () => {
  const start = vi.fn(async (_token: string | undefined, _key: string) => charge)
  start.mockRejectedValueOnce(crowd(4)).mockRejectedValueOnce(crowd(6))
  const { all, waited } = steps({ start })
  await purchase(all)
  expect(start.mock.calls).toEqual(Array.from({ length: 3 }, () => ['tok_1', 'key-1']))
  expect(waited()).toBe(10_000)
  expect(all.confirm).toHaveBeenCalledOnce()
})

it('fault 18: gives up after half a minute, with a word', async () => {
  const { all, waited } = steps({ start: fails(crowd(7)) })
  await expect(purchase(all)).rejects.toThrow(CROWDED)
  expect(waited()).toBe(28_000)
  expect(waited()).toBeLessThanOrEqual(CROWD_RETRY_FOR_MS)
  expect(all.confirm).not.toHaveBeenCalled()
})

it('does not ask again where the server says only that it cannot', async () => {
  const start = vi.fn(fails(new Refused(503, RETRY_LATER)))
  await expect(purchase(steps({ start }).all)).rejects.toThrow(RETRY_LATER)
  expect(start).toHaveBeenCalledOnce()
})

it('waits for money that is on its way, and says so', async () => {
  const finish = vi.fn(async () => {})
  finish.mockRejectedValueOnce(new Unreachable())
  finish.mockRejectedValueOnce(new Refused(409, 'まだ'))
  const { all, waited } = steps({ finish })
  await purchase(all)
  expect(all.onWaiting).toHaveBeenCalledTimes(2)
  expect(waited()).toBe(2 * CONFIRM_EVERY_MS)
})

it('stops waiting after a minute', async () => {
  const { all, waited } = steps({ finish: fails(new Refused(500, 'x')) })
  await expect(purchase(all)).rejects.toThrow(RETRY_LATER)
  expect(waited()).toBe(CONFIRM_FOR_MS)
})

it('joins what is free at once, and tells what the product says where that fails', async () => {
  const { all } = steps({ free: '削除時エラー', finish: fails(new Unreachable()) })
  await expect(purchase(all)).rejects.toThrow('削除時エラー')
  expect(all.start).not.toHaveBeenCalled()
  const refused = steps({ free: '削除時エラー', finish: fails(new Refused(409, SOLD_OUT)) })
  await expect(purchase(refused.all)).rejects.toThrow(SOLD_OUT)
})
