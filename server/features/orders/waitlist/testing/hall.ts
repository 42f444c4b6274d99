import { defined } from '#contract/lib/defined.ts'
import { orders } from '#contract/orders/calls.ts'
import { resale } from '#contract/resale/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import {
  inHours,
  makeDigitalTicket,
  makeMember,
  makeRoom,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import type { DatabaseName } from '#server/testing/names.ts'
import { makeType } from '#server/testing/ticket-types.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { PEOPLE } from './line.ts'

export const SEATS = 3

/** 券種, with their own places; null: they share those of the ticket. */
export type HallTypes = Record<string, number | null>

/** A venue event of `aoi` in `hours`, of which one purchase takes up to three seats, and its types. */
export async function makeHall(
  world: World,
  row: { id: string; capacity: number },
  hours = 240,
  types: HallTypes = {},
) {
  await makeDigitalTicket(world, 'room-aoi', {
    ...{ amount: 4_500, max_seats: SEATS, konbini_days: 3, venue: '灯ホール', ...row },
    opens_at: inHours(world, hours - 1),
    starts_at: inHours(world, hours),
    valid_until: inHours(world, hours + 4),
    resale_until: inHours(world, hours - 1),
  })
  for (const [position, [name, capacity]] of Object.entries(types).entries())
    await makeType(world, row.id, {
      ...{ id: typeOf(row.id, name) ?? '', name, position, capacity },
      amount: 1_000 * (position + 1),
    })
}

const typeOf = (hall: string, name: string | undefined) => name && `${hall}-${name}`
/** The id of a type by its name; nothing: no type. */
const typed = (hall: string, name: string | undefined) => {
  const type = typeOf(hall, name)
  return type ? { type } : {}
}

/** A room with members, and its hall, `night`. */
export async function createHall(database: DatabaseName, capacity: number, types: HallTypes = {}) {
  const world = await createWorld(database)
  await makeRoom(world, 'aoi')
  await makeSeller(world, 'aoi', { konbini_payments: 1 })
  for (const name of PEOPLE) {
    await makeUser(world, name)
    await makeMember(world, 'room-aoi', name)
  }
  await makeHall(world, { id: 'night', capacity }, 240, types)
  const start = async (user: string, seats: number, id = 'night', type?: string) => {
    const body = { seats, token: 'tok_visa', ...typed(id, type) }
    return (await world.as(user)(tickets.startTicketJoin, { params: { id }, body })).paymentIntent
      .id
  }
  const finish = async (user: string, paymentIntentId: string, id = 'night') => {
    world.payments.confirm(paymentIntentId)
    await world.as(user)(tickets.joinTicket, { params: { id }, body: { paymentIntentId } })
  }
  const orderOf = async (user: string, id = 'night') => {
    const { order_id } = await world.db
      .selectFrom('entitlement')
      .select('order_id')
      .where('user_id', '=', user)
      .where('subject_id', '=', id)
      .where('status', '=', 'valid')
      .executeTakeFirstOrThrow()
    return defined(order_id, 'the order')
  }
  const of = (id: string) => ({ params: { kind: 'digital_ticket', id } as const })
  return {
    world,
    start,
    finish,
    async buy(user: string, seats = 1, id = 'night', type?: string) {
      await finish(user, await start(user, seats, id, type), id)
    },
    /** The owner refunds a person's purchase, which frees all its seats. */
    async refund(user: string, id = 'night') {
      await world.as('aoi')(orders.refund, { params: { id: await orderOf(user, id) } })
    },
    join: (user: string, seats: number, id = 'night', type?: string) =>
      world.as(user)(waitlist.joinWait, { ...of(id), query: { seats, ...typed(id, type) } }),
    list: (user: string, id = 'night') => world.as(user)(resale.listForResale, of(id)),
    withdraw: (user: string, id = 'night') => world.as(user)(resale.withdrawResale, of(id)),
    leave: (user: string, id = 'night') => world.as(user)(waitlist.leaveWait, of(id)),
    waitOf: (user: string, id = 'night', type?: string) =>
      world.as(user)(waitlist.getWait, { ...of(id), query: typed(id, type) }),
    hall: (id = 'night') =>
      world.db
        .selectFrom('digital_ticket')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    types: (id = 'night') =>
      world.db
        .selectFrom('ticket_type')
        .selectAll()
        .where('digital_ticket_id', '=', id)
        .orderBy('position')
        .execute(),
    /** Open places, in order. */
    places: (id = 'night') =>
      world.db
        .selectFrom('waitlist')
        .select(['user_id as who', 'seats', 'passed', 'gathered'])
        .where('subject_id', '=', id)
        .where('closed_at', 'is', null)
        .orderBy('seq')
        .execute(),
    /** Open offers before their deadline, by their persons' names. */
    offers: (id = 'night') =>
      world.db
        .selectFrom('seat_offer')
        .select(['user_id as who', 'seats'])
        .where('subject_id', '=', id)
        .where('closed_at', 'is', null)
        .where('expires_at', '>', world.clock.now().toISOString())
        .orderBy('user_id')
        .execute(),
    /** Subjects of the delivered emails to this person about their wait, without the site's name. */
    async mailsTo(user: string) {
      await world.deliver()
      return world.mail.sent
        .filter(({ to }) => to === `${user}@room.test`)
        .map(({ subject }) => subject.replace(/^【.*】/, ''))
        .filter((subject) => /お席|キャンセル待ち/.test(subject))
    },
  }
}
export type Hall = Awaited<ReturnType<typeof createHall>>
