// @module-tag full
import { expect, it } from 'vitest'
import { CROWDED } from '#contract/shared/messages.ts'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import { worded } from '#server/reconcile/report.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { LOOK_ROUNDS } from './chaos/waiting-people.ts'
import { mixedSale } from './on-sale/mixed.ts'
import { onSale } from './on-sale/run.ts'

const buyers = 500
const seats = 100
const kills = 20

it(`sells ${seats} seats to ${buyers} concurrent buyers: ${seats} are charged, all others are refused with a message`, async () => {
  const { visits, tickets, charged, introduced, tooMany, taken } = await onSale({ buyers, seats })
  const has = visits.filter((visit) => visit.has).map(({ buyer }) => buyer)
  const refused = visits.filter((visit) => !visit.has)
  expect(tickets).toHaveLength(seats)
  expect(has.sort()).toEqual(tickets)
  expect(charged).toEqual(tickets)
  expect(taken).toBe(seats)
  expect(refused).toHaveLength(buyers - seats)
  for (const { message } of refused) expect([SOLD_OUT, CROWDED]).toContain(message)
  // No customer was created at the provider for a buyer without a ticket.
  expect(introduced.filter((buyer) => !tickets.includes(buyer))).toEqual([])
  // We stay below the provider's rate limit.
  expect(tooMany).toBe(0)
  const slowest = (of: typeof visits) => Math.round(Math.max(...of.map(({ ms }) => ms)))
  const took = { refused: slowest(refused), served: slowest(visits) }
  console.log(`slowest responses: refused after ${took.refused} ms, served after ${took.served} ms`)
})

it.each(databaseNames)(
  'sells %s seats of three types to buyers with companions, codes, cards and payment numbers, and sells them on, killed 20 times: exact',
  { timeout: 3_600_000 },
  async (database) => {
    const databaseUrl = database === 'postgres' ? await createServed() : undefined
    const sale = await mixedSale({ buyers, seats, kills, seed: 35, databaseUrl })
    const { report, figures, resultCounts, ...rest } = sale
    console.log(JSON.stringify({ resultCounts, figures, errors: sale.errorCounts }), worded(report))
    expect(report.differences).toEqual([])
    expect(rest).toMatchObject({
      ...{ wrong: [], missing: [], restless: [], failedJobs: [], kills: kills + LOOK_ROUNDS },
    })
    // What was freed during the sale is sold.
    expect(figures.seats).toBe(seats)
    for (const count of Object.values(figures)) expect(count).toBeGreaterThan(0)
  },
)
