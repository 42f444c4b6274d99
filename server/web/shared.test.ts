import { beforeEach, expect, it } from 'vitest'
import { fakeClock } from '#server/ports/clock.ts'
import { shared } from './shared.ts'

const FRESH_MS = 1_000
let clock: ReturnType<typeof fakeClock>
let asked: string[]
const ask = async (key: string) => `${key}${asked.push(key)}`
beforeEach(() => {
  clock = fakeClock()
  asked = []
})

it('asks once for all who come at once', async () => {
  const get = shared(clock, FRESH_MS, ask)
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['a1', 'b2', 'a1'])
})

it.each([
  { after: FRESH_MS - 1, answer: 'a1' },
  { after: FRESH_MS, answer: 'a2' },
])('says $answer after $after ms', async ({ after, answer }) => {
  const get = shared(clock, FRESH_MS, ask)
  await get('a')
  clock.move(after)
  expect(await get('a')).toBe(answer)
})

it('72: asks anew where a clock that was ahead has asked, and was set back', async () => {
  const get = shared(clock, FRESH_MS, ask)
  clock.move(3_600_000)
  await get('a')
  clock.move(-3_600_000)
  expect(await get('a')).toBe('a2')
})

it('tells all who wait of a failure, and asks anew for the next', async () => {
  let fails = true
  const get = shared(clock, FRESH_MS, async (key) => {
    if (fails) throw new Error('down')
    return key
  })
  const failed = await Promise.allSettled([get('a'), get('a')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await get('a')).toBe('a')
})

it('forgets the oldest of very many', async () => {
  const get = shared(clock, FRESH_MS, ask)
  for (let n = 0; n <= 200; n++) await get(`${n}`)
  await get('200')
  expect(asked).toHaveLength(201)
  await get('0')
  expect(asked).toHaveLength(202)
})
