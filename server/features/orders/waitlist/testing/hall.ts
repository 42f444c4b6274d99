import { defined } from '#contract/lib/defined.ts'
import { orders } from '#contract/orders/calls.ts'
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
import { createWorld, type World } from '#server/testing/world.ts'
import { PEOPLE } from './line.ts'

export const SEATS = 3

/** A venue event of `aoi` in `hours`, of which one purchase takes up to three seats. */
export const makeHall = (world: World, row: { id: string; capacity: number }, hours = 240) =>
  makeDigitalTicket(world, 'room-aoi', {
    ...{ amount: 4_500, max_seats: SEATS, konbini_days: 3, venue: '灯ホール', ...row },
    opens_at: inHours(world, hours - 1),
    starts_at: inHours(world, hours),
    valid_until: inHours(world, hours + 4),
    resale_until: inHours(world, hours - 1),
  })

/** A room with members, and its hall, `night`. */
export async function createHall(database: DatabaseName, capacity: number) {
  const world = await createWorld(database)
  await makeRoom(world, 'aoi')
  await makeSeller(world, 'aoi', { konbini_payments: 1 })
  for (const name of PEOPLE) {
    await makeUser(world, name)
    await makeMember(world, 'room-aoi', name)
  }
  await makeHall(world, { id: 'night', capacity })
  const start = async (user: string, seats: number, id = 'night') => {
    const body = { seats, token: 'tok_visa' }
    return (await world.as(user)(tickets.startTicketJoin, { params: { id }, body })).paymentIntent
      .id
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
    async buy(user: string, seats = 1, id = 'night') {
      const paymentIntentId = await start(user, seats, id)
      world.payments.confirm(paymentIntentId)
      await world.as(user)(tickets.joinTicket, { params: { id }, body: { paymentIntentId } })
    },
    /** The owner refunds a person's purchase, which frees all its seats. */
    async refund(user: string, id = 'night') {
      await world.as('aoi')(orders.refund, { params: { id: await orderOf(user, id) } })
    },
    join: (user: string, seats: number, id = 'night') =>
      world.as(user)(waitlist.joinWait, { ...of(id), query: { seats } }),
    leave: (user: string, id = 'night') => world.as(user)(waitlist.leaveWait, of(id)),
    waitOf: (user: string, id = 'night') => world.as(user)(waitlist.getWait, of(id)),
    hall: (id = 'night') =>
      world.db
        .selectFrom('digital_ticket')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
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
