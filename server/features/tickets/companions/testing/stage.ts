import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { expect } from 'vitest'
import { companions } from '#contract/companions/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { recount } from '#server/jobs/recount.ts'
import {
  inHours,
  makeDigitalTicket,
  makeMember,
  makeRoom,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import type { DatabaseName } from '#server/testing/names.ts'
import { createWorld } from '#server/testing/world.ts'

export const PEOPLE = ['ann', 'bob', 'cat', 'dan', 'eve'] as const
export const PRICE = 4_500

/** A venue event `night` of `aoi` in ten days, of which one purchase takes up to four seats. */
export async function createGroup(
  database: DatabaseName,
  row: Partial<Insertable<Schema['digital_ticket']>> = {},
) {
  const world = await createWorld(database)
  await makeRoom(world, 'aoi')
  await makeSeller(world, 'aoi', { konbini_payments: 1 })
  for (const name of PEOPLE) await makeUser(world, name)
  for (const name of PEOPLE) await makeMember(world, 'room-aoi', name)
  await makeDigitalTicket(world, 'room-aoi', {
    ...{ id: 'night', title: '星の夜', venue: '灯ホール', capacity: 6, max_seats: 4 },
    ...{ amount: PRICE, konbini_days: 3 },
    opens_at: inHours(world, 239),
    starts_at: inHours(world, 240),
    valid_until: inHours(world, 244),
    ...row,
  })
  const params = { id: 'night' }
  type Start = { type?: string; amount?: number; method?: 'card' | 'konbini' }
  const start = (user: string, seats: number, more: Start = {}) =>
    world.as(user)(tickets.startTicketJoin, {
      params,
      body: { seats, ...(more.method !== 'konbini' && { token: 'tok_visa' }), ...more },
    })
  const finish = (user: string, paymentIntentId: string) => {
    world.payments.confirm(paymentIntentId)
    return world.as(user)(tickets.joinTicket, { params, body: { paymentIntentId } })
  }
  const issued = async (user: string) => (await world.as(user)(tickets.listIssued, {})).items
  const ticketOf = async (user: string) => {
    const [ticket] = await issued(user)
    if (!ticket) throw new Error(`${user} has no ticket`)
    return ticket
  }
  const taken = async () => {
    const { taken } = await world.db
      .selectFrom('digital_ticket')
      .select('taken')
      .where('id', '=', 'night')
      .executeTakeFirstOrThrow()
    return taken
  }
  /** Makes the link of the nth seat of this person's ticket; returns its secret. */
  const link = async (user: string, n = 0) => {
    const { id, companions: seats } = await ticketOf(user)
    const seat = seats[n]
    if (!seat) throw new Error('no such seat')
    const { url } = await world.as(user)(companions.linkCompanion, {
      params: { id, seat: seat.id },
    })
    return new URL(url).hash.slice(1)
  }
  const accept = (user: string, secret: string, entrant: Record<string, string> = {}) =>
    world.as(user)(companions.acceptCompanion, { body: { secret, ...entrant } })
  return {
    world,
    start,
    finish,
    issued,
    ticketOf,
    taken,
    link,
    accept,
    async buy(user: string, seats: number, more: Start = {}) {
      const { paymentIntent } = await start(user, seats, more)
      await finish(user, paymentIntent.id)
      return paymentIntent.id
    },
    read: (user: string | null, secret: string) =>
      world.as(user)(companions.readCompanionLink, { body: { secret } }),
    /** The buyer, with seats for others, of which the nth was accepted by the nth of these people. */
    async handOver(user: string, others: readonly string[]) {
      for (const [n, other] of others.entries()) await accept(other, await link(user, n))
    },
    async refund() {
      const [sale] = (await world.as('aoi')(orders.listSales, { query: {} })).items
      await world.as('aoi')(orders.refund, { params: { id: sale!.id } })
      await world.deliver()
    },
    /** Delivers a webhook event. */
    async notify(kind: string, ref: string) {
      await world.sendEvent({ id: randomUUID(), kind, ref, account: 'acct_aoi' })
      await world.deliver()
    },
    statesOf: async (user: string) => (await ticketOf(user)).companions.map(({ state }) => state),
    /** No counter differs from the rows that it counts, and nobody has two tickets. */
    async isExact() {
      expect(await recount(world.deps)).toEqual([])
      const held = await world.db
        .selectFrom('issued_ticket')
        .select('holder_id')
        .where('status', 'in', ['valid', 'used'])
        .execute()
      expect(new Set(held.map(({ holder_id }) => holder_id)).size).toBe(held.length)
    },
  }
}
export type Group = Awaited<ReturnType<typeof createGroup>>
