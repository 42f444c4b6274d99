// @module-tag full
import { expect, it } from 'vitest'
import { CROWDED } from '#contract/shared/messages.ts'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import { onSale } from './on-sale/run.ts'

const buyers = 500
const seats = 100

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
