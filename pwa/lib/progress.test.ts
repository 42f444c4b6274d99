import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { progress, withProgress } from './progress.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const slow = (ms: number) => () => new Promise<void>((done) => setTimeout(done, ms))

it('is never seen for what is over within 200 ms', async () => {
  const work = withProgress('GET', slow(199))
  await vi.advanceTimersByTimeAsync(199)
  await work
  await vi.advanceTimersByTimeAsync(1_000)
  expect(progress.get()).toBeNull()
})

it.each([
  { method: 'GET', step: 30 },
  { method: 'POST', step: 45 },
])('moves by $step for a $method, fills up at the end, then goes', async ({ method, step }) => {
  const work = withProgress(method, slow(300))
  await vi.advanceTimersByTimeAsync(200)
  expect(progress.get()).toBe(step)
  await vi.advanceTimersByTimeAsync(100)
  await work
  expect(progress.get()).toBe(100)
  await vi.advanceTimersByTimeAsync(200)
  expect(progress.get()).toBeNull()
})

it('goes on while anything is under way, and is never full before', async () => {
  const all = Promise.all(Array.from({ length: 5 }, () => withProgress('POST', slow(300))))
  await vi.advanceTimersByTimeAsync(200)
  expect(progress.get()).toBe(95)
  await vi.advanceTimersByTimeAsync(100)
  await all
  expect(progress.get()).toBe(100)
})
