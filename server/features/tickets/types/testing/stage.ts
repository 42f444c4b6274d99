import { expect } from 'vitest'
import { tickets } from '#contract/tickets/calls.ts'
import type { TicketTypeInput } from '#contract/tickets/ticket-types.schema.ts'
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
import { typesForm } from '#server/testing/ticket-types.ts'
import { createWorld } from '#server/testing/world.ts'

export const PEOPLE = ['ann', 'bob', 'cat', 'dan'] as const
/** Not a member of the room. */
export const GUEST = 'eve'

/** A venue event `night` of `aoi` in ten days, and the types that its owner saves. */
export async function createTyped(
  database: DatabaseName,
  types: Partial<TicketTypeInput>[],
  capacity = 10,
) {
  const world = await createWorld(database)
  await makeRoom(world, 'aoi')
  await makeSeller(world, 'aoi', { konbini_payments: 1 })
  for (const name of [...PEOPLE, GUEST]) await makeUser(world, name)
  for (const name of PEOPLE) await makeMember(world, 'room-aoi', name)
  await makeDigitalTicket(world, 'room-aoi', {
    ...{ id: 'night', title: '星の夜', venue: '灯ホール', capacity, konbini_days: 3 },
    opens_at: inHours(world, 239),
    starts_at: inHours(world, 240),
    valid_until: inHours(world, 244),
  })
  const params = { roomid: 'aoi', id: 'night' }
  const owner = () => world.as('aoi')
  const own = () => owner()(tickets.getOwnTicket, { params })
  const save = (next: Partial<TicketTypeInput>[], fields?: Record<string, string>) =>
    owner()(tickets.changeTicket, { params, body: typesForm(next, fields) })
  if (types.length > 0) await save(types)
  const seen = (user: string) => world.as(user)(tickets.getDigitalTicket, { params })
  /** The id of a type, by its name. */
  const idOf = async (name: string) => {
    const row = await world.db
      .selectFrom('ticket_type')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return row.id
  }
  const start = async (
    user: string,
    name: string,
    body: { amount?: number; method?: 'card' | 'konbini' } = {},
  ) =>
    world.as(user)(tickets.startTicketJoin, {
      params: { id: 'night' },
      body: {
        type: await idOf(name),
        ...(body.method !== 'konbini' && { token: 'tok_visa' }),
        ...body,
      },
    })
  const finish = (user: string, paymentIntentId: string) => {
    world.payments.confirm(paymentIntentId)
    return world.as(user)(tickets.joinTicket, {
      params: { id: 'night' },
      body: { paymentIntentId },
    })
  }
  return {
    world,
    params,
    owner,
    own,
    save,
    seen,
    idOf,
    start,
    finish,
    async buy(user: string, name: string) {
      const { paymentIntent } = await start(user, name)
      return finish(user, paymentIntent.id)
    },
    async take(user: string, name: string) {
      const body = { type: await idOf(name) }
      return world.as(user)(tickets.joinTicket, { params: { id: 'night' }, body })
    },
    async typeOf(user: string, name: string) {
      const { types } = await seen(user)
      return types.find((type) => type.name === name)
    },
    /** The stored types as the form sends them, some of them changed. */
    async changed(change: Record<string, Partial<TicketTypeInput>>) {
      const { types } = await own()
      return types.map(
        ({ remaining, resale, refused, taken, waiting, was_ordered, was_issued, ...type }) => ({
          ...type,
          ...change[type.name],
        }),
      )
    },
    issued: async (user: string) => (await world.as(user)(tickets.listIssued, {})).items,
    /** No counter differs from the rows that it counts. */
    async isExact() {
      expect(await recount(world.deps)).toEqual([])
      const { taken } = await world.db
        .selectFrom('digital_ticket')
        .select('taken')
        .where('id', '=', 'night')
        .executeTakeFirstOrThrow()
      const { types } = await own()
      if (types.length > 0) expect(taken).toBe(types.reduce((sum, type) => sum + type.taken, 0))
    },
  }
}
export type Typed = Awaited<ReturnType<typeof createTyped>>
