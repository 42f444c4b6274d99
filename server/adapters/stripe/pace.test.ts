import Stripe from 'stripe'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { createStripeClient } from './client.ts'
import { createLines, endpointOf, LineFull, pacedClient } from './pace.ts'

/** A fake clock that only waits advance; the shortest wait resumes first. */
function handTime() {
  let now = 0
  const waiting: { until: number; go: () => void }[] = []
  return {
    now: () => now,
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ until: now + ms, go: resolve })
      }),
    /** Resolves all pending waits in order. */
    async run() {
      for (;;) {
        await new Promise(setImmediate)
        const next = waiting.sort((a, b) => a.until - b.until).shift()
        if (!next) return
        now = Math.max(now, next.until)
        next.go()
      }
    },
    stand(ms: number) {
      now += ms
    },
  }
}

const answering = (...statuses: number[]) => {
  const sent: number[] = []
  const client: Stripe.HttpClient = {
    getClientName: () => 'test',
    makeRequest: async () => {
      const status = statuses[sent.length] ?? statuses.at(-1)!
      sent.push(status)
      return new (class extends Stripe.HttpClientResponse {
        override toJSON = async () => ({})
      })(status, {})
    },
  }
  return { client, sent }
}
const request = ['host', '', '/v1/refunds', 'POST', {}, '', 'http', 1] as const

it('rate limiter sends at most twenty calls of an endpoint in any second, first in first out', async () => {
  const time = handTime()
  const turn = createLines({ ...time, perSecond: 20, longestWaitMs: 20_000 })
  const left: [n: number, at: number][] = []
  for (let n = 0; n < 100; n++) void turn('POST /v1/refunds').then(() => left.push([n, time.now()]))
  await time.run()
  expect(left.map(([n]) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n))
  for (const [, from] of left)
    expect(left.filter(([, at]) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(20)
  expect(left.at(-1)![1]).toBe(99 * 50)
})

it('rate limiter has a queue per endpoint: a full one delays no other', async () => {
  const time = handTime()
  const turn = createLines({ ...time, perSecond: 20, longestWaitMs: 20_000 })
  for (let n = 0; n < 50; n++) void turn('POST /v1/refunds')
  let at = -1
  void turn('GET /v1/refunds/:id').then(() => {
    at = time.now()
  })
  await new Promise(setImmediate)
  expect(at).toBe(0)
  await time.run()
})

it('rate limiter sends no burst after a pause of the process', async () => {
  const time = handTime()
  const turn = createLines({ ...time, perSecond: 20, longestWaitMs: 20_000 })
  const left: number[] = []
  for (let n = 0; n < 40; n++) void turn('x').then(() => left.push(time.now()))
  await new Promise(setImmediate)
  time.stand(5_000)
  await time.run()
  expect(left.slice(1).every((at, n) => at - left[n]! >= 50)).toBe(true)
})

it('full queue rejects a call at once, with the time to retry', async () => {
  const time = handTime()
  const turn = createLines({ ...time, perSecond: 20, longestWaitMs: 1_000 })
  const all = Array.from({ length: 40 }, () => turn('x').catch((error: unknown) => error))
  const full = await all[39]
  expect(full).toBeInstanceOf(LineFull)
  expect(time.now()).toBe(0)
  await time.run()
  const outcomes = await Promise.all(all)
  expect(outcomes.filter((one) => one === undefined)).toHaveLength(22)
  const after = turn('x').then(() => 'room again')
  await time.run()
  expect(await after).toBe('room again')
})

it('call that gets 429 is sent at most three times', async () => {
  for (const [statuses, sent] of [
    [[429, 429, 200], 3],
    [[429], 3],
    [[500], 1],
    [[200], 1],
  ] as const) {
    const time = handTime()
    const provider = answering(...statuses)
    const paced = pacedClient(provider.client, async () => {}, time)
    const answer = paced.makeRequest(...request)
    await time.run()
    expect((await answer).getStatusCode()).toBe(statuses.at(-1))
    expect(provider.sent).toHaveLength(sent)
  }
})

it('full queue answers with a 503 that the SDK does not retry', async () => {
  const provider = answering(200)
  const full = async () => {
    throw new LineFull(4_200)
  }
  const paced = pacedClient(provider.client, full, handTime())
  const answer = await paced.makeRequest(...request)
  expect(answer.getStatusCode()).toBe(503)
  expect(answer.getHeaders()).toEqual({ 'stripe-should-retry': 'false', 'retry-after': '5' })
  expect(provider.sent).toEqual([])
})

it.each([
  ['POST', '/v1/payment_intents', 'POST /v1/payment_intents'],
  ['GET', '/v1/payment_intents/pi_1?expand[0]=x', 'GET /v1/payment_intents/:id'],
  ['POST', '/v1/payment_intents/pi_1/confirm', 'POST /v1/payment_intents/:id/confirm'],
])('%s %s uses the queue %s', (method, path, line) => {
  expect(endpointOf(method, path)).toBe(line)
})

describe('rate limiter against a provider that allows 25 calls a second', () => {
  async function countRateLimited(perSecond: number) {
    const sandbox = await startSandbox()
    onTestFinished(async () => void (await sandbox.stop()))
    await sandbox.control.settings({ calls_per_second: 25 })
    const stripe = createStripeClient(sandbox.secretKey, sandbox.url, {
      perSecond,
      longestWaitMs: 20_000,
    })
    await Promise.allSettled(Array.from({ length: 60 }, () => stripe.balance.retrieve()))
    const requests = await sandbox.control.requests()
    return requests.filter(({ status }) => status === 429).length
  }

  it('never gets a 429', async () => {
    expect(await countRateLimited(20)).toBe(0)
  })
  it('would get a 429 without the queue', async () => {
    expect(await countRateLimited(100_000)).toBeGreaterThan(0)
  })
})
