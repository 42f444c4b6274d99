import { beforeEach, describe, expect, it } from 'vitest'
import { fakeClock } from '#server/ports/clock.ts'
import { shared } from './shared.ts'

const FRESH_MS = 1_000
let clock: ReturnType<typeof fakeClock>
let keys: string[]
const ask = async (key: string) => `${key}${keys.push(key)}`
beforeEach(() => {
  clock = fakeClock()
  keys = []
})

it('shared asks once for concurrent callers', async () => {
  const get = shared(clock, { freshMs: FRESH_MS }, ask)
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['a1', 'b2', 'a1'])
})

it.each([
  { after: FRESH_MS - 1, answer: 'a1' },
  { after: FRESH_MS, answer: 'a2' },
])('shared returns $answer after $after ms', async ({ after, answer }) => {
  const get = shared(clock, { freshMs: FRESH_MS }, ask)
  await get('a')
  clock.move(after)
  expect(await get('a')).toBe(answer)
})

it('shared asks again if its entry is by a clock that was ahead (72)', async () => {
  const get = shared(clock, { freshMs: FRESH_MS }, ask)
  clock.move(3_600_000)
  await get('a')
  clock.move(-3_600_000)
  expect(await get('a')).toBe('a2')
})

describe('a stale result', () => {
  const STALE_MS = 5_000
  const lifetime = { freshMs: FRESH_MS, staleMs: STALE_MS }

  it('is returned once more while one request renews it', async () => {
    const get = shared(clock, lifetime, ask)
    await get('a')
    clock.move(FRESH_MS)
    expect(await Promise.all([get('a'), get('a')])).toEqual(['a1', 'a1'])
    expect(await get('a')).toBe('a2')
    expect(keys).toHaveLength(2)
  })

  it('is not returned after its time', async () => {
    const get = shared(clock, lifetime, ask)
    await get('a')
    clock.move(STALE_MS)
    expect(await get('a')).toBe('a2')
  })

  it('stays after a failed renewal, which the next caller repeats', async () => {
    let fails = false
    const get = shared(clock, lifetime, async (key) => {
      const answer = await ask(key)
      if (fails) throw new Error('down')
      return answer
    })
    await get('a')
    clock.move(FRESH_MS)
    fails = true
    expect(await get('a')).toBe('a1')
    await Promise.resolve()
    fails = false
    expect(await get('a')).toBe('a1')
    await expect.poll(() => get('a')).toBe('a3')
  })
})

it('shared rejects all waiting callers, and asks again for the next', async () => {
  let fails = true
  const get = shared(clock, { freshMs: FRESH_MS }, async (key) => {
    if (fails) throw new Error('down')
    return key
  })
  const failed = await Promise.allSettled([get('a'), get('a')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await get('a')).toBe('a')
})

it('shared drops the oldest of many keys', async () => {
  const get = shared(clock, { freshMs: FRESH_MS }, ask)
  for (let n = 0; n <= 200; n++) await get(`${n}`)
  await get('200')
  expect(keys).toHaveLength(201)
  await get('0')
  expect(keys).toHaveLength(202)
})
