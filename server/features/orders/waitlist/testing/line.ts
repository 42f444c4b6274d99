import { events } from '#contract/events/calls.ts'
import { defined } from '#contract/lib/defined.ts'
import { orders } from '#contract/orders/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import type { DatabaseName } from '#server/testing/names.ts'
import { createWorld } from '#server/testing/world.ts'

export const PEOPLE = ['ann', 'bob', 'cat', 'dan', 'eve'] as const
export type Person = (typeof PEOPLE)[number]

/** A room with members, and its event `night`, which is sold with two seats. */
export async function createLine(
  database: DatabaseName,
  event: Parameters<typeof makeEvent>[2] = {},
) {
  const world = await createWorld(database)
  await makeRoom(world, 'aoi')
  await makeSeller(world, 'aoi')
  for (const name of PEOPLE) {
    await makeUser(world, name)
    await makeMember(world, 'room-aoi', name)
  }
  await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980, capacity: 2, ...event })
  const params = { kind: 'event', id: 'night' } as const
  const startOf = async (user: string, event_id = 'night') => {
    const body = { event_id, token: 'tok_visa' }
    return (await world.as(user)(events.startJoin, { body })).paymentIntent.id
  }
  const finish = (user: string, paymentIntentId: string, event_id = 'night') =>
    world.as(user)(events.join, { body: { event_id, paymentIntentId } })
  return {
    world,
    start: startOf,
    finish,
    async buy(user: string, id = 'night') {
      const paymentIntentId = await startOf(user, id)
      world.payments.confirm(paymentIntentId)
      return finish(user, paymentIntentId, id)
    },
    /** The owner refunds a person's ticket, which frees its seat. */
    async refund(user: string, id = 'night') {
      const { order_id } = await world.db
        .selectFrom('entitlement')
        .select('order_id')
        .where('user_id', '=', user)
        .where('subject_id', '=', id)
        .where('status', '=', 'valid')
        .executeTakeFirstOrThrow()
      await world.as('aoi')(orders.refund, { params: { id: defined(order_id, 'the order') } })
    },
    join: (user: string, id = 'night') =>
      world.as(user)(waitlist.joinWait, { params: { ...params, id } }),
    leave: (user: string, id = 'night') =>
      world.as(user)(waitlist.leaveWait, { params: { ...params, id } }),
    waitOf: (user: string, id = 'night') =>
      world.as(user)(waitlist.getWait, { params: { ...params, id } }),
    event: (id = 'night') =>
      world.db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** Subjects of the delivered emails to this person, without the site's name, oldest first. */
    async mailsTo(user: string) {
      await world.deliver()
      return world.mail.sent
        .filter(({ to }) => to === `${user}@room.test`)
        .map(({ subject }) => subject.replace(/^【.*】/, ''))
        .filter((subject) => /お席|キャンセル待ち/.test(subject))
    },
  }
}
export type Line = Awaited<ReturnType<typeof createLine>>
