import { expect, it } from 'vitest'
import { giveWay } from './give-way.ts'

/** Work that keeps each turn of the event loop busy, as one request each would; returns how many turns it has had. */
function busyTurns(turns: number) {
  let had = 0
  const next = () => {
    const began = performance.now()
    while (performance.now() - began < 1);
    had++
    if (had < turns) setImmediate(next)
  }
  setImmediate(next)
  return () => had
}

it('background work gives way until a turn has no request', async () => {
  const had = busyTurns(20)
  await giveWay(Number.POSITIVE_INFINITY)
  expect(had()).toBe(20)
})

it('background work goes on within a flood of requests', async () => {
  const had = busyTurns(1_000)
  await giveWay(5)
  expect(had()).toBeLessThan(1_000)
})
