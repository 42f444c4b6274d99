import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { progress, withProgress } from './progress.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const slow = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

it('the bar stays hidden for work of up to 200 ms', async () => {
  const work = withProgress('GET', slow(199))
  await vi.advanceTimersByTimeAsync(199)
  await work
  await vi.advanceTimersByTimeAsync(1_000)
  expect(progress.get()).toBeNull()
})

it.each([
  { method: 'GET', step: 30 },
  { method: 'POST', step: 45 },
])(
  'the bar moves by $step for a $method, fills at the end, then disappears',
  async ({ method, step }) => {
    const work = withProgress(method, slow(300))
    await vi.advanceTimersByTimeAsync(200)
    expect(progress.get()).toBe(step)
    await vi.advanceTimersByTimeAsync(100)
    await work
    expect(progress.get()).toBe(100)
    await vi.advanceTimersByTimeAsync(200)
    expect(progress.get()).toBeNull()
  },
)

it('the bar runs while any work is in progress, and is not full before', async () => {
  const all = Promise.all(Array.from({ length: 5 }, () => withProgress('POST', slow(300))))
  await vi.advanceTimersByTimeAsync(200)
  expect(progress.get()).toBe(95)
  await vi.advanceTimersByTimeAsync(100)
  await all
  expect(progress.get()).toBe(100)
})
