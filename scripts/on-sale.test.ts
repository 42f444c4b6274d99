import { expect, it } from 'vitest'
import { CROWDED, SOLD_OUT } from '#contract/messages.ts'
import { isFull } from '#server/testing/names.ts'
import { onSale } from './on-sale/run.ts'

const { buyers, seats } = isFull ? { buyers: 500, seats: 100 } : { buyers: 60, seats: 12 }
/** The product's own promise to whoever gets nothing. */
const TOLD_WITHIN_MS = 30_000

it(`sells ${seats} seats to ${buyers} buyers at once: ${seats} are charged, each of the others is told`, {
  timeout: 300_000,
}, async () => {
  const { visits, tickets, charged, introduced, tooMany, taken } = await onSale({ buyers, seats })
  const has = visits.filter((visit) => visit.has).map(({ buyer }) => buyer)
  const refused = visits.filter((visit) => !visit.has)
  expect(tickets).toHaveLength(seats)
  expect(has.sort()).toEqual(tickets)
  expect(charged).toEqual(tickets)
  expect(taken).toBe(seats)
  expect(refused).toHaveLength(buyers - seats)
  for (const { words } of refused) expect([SOLD_OUT, CROWDED]).toContain(words)
  // Nobody who got nothing was ever known to the provider.
  expect(introduced.filter((buyer) => !tickets.includes(buyer))).toEqual([])
  // We stay below what it allows, so that it never has to send us away.
  expect(tooMany).toBe(0)
  const slowest = (of: typeof visits) => Math.round(Math.max(...of.map(({ ms }) => ms)))
  const took = { refused: slowest(refused), served: slowest(visits) }
  console.log(`the slowest: refused after ${took.refused} ms, served after ${took.served} ms`)
  if (isFull) expect(took.refused).toBeLessThan(TOLD_WITHIN_MS)
})
