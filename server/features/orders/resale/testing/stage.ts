import { expect } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { defined } from '#contract/lib/defined.ts'
import { orders } from '#contract/orders/calls.ts'
import { resale } from '#contract/resale/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import type { SeatedKind } from '#server/db/schema/seats.ts'
import { recount } from '#server/jobs/recount.ts'
import {
  inHours,
  makeDigitalTicket,
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import type { DatabaseName } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

export const PEOPLE = ['ann', 'bob', 'cat', 'dan', 'eve'] as const
export type Person = (typeof PEOPLE)[number]
export const PRICE = 1_980

/** A room of `aoi` with members, and its `night`, an event or a digital ticket, which can be listed until its start. */
export async function createStage(database: DatabaseName, kind: SeatedKind, capacity = 1) {
  const world = await createWorld(database)
  await makeRoom(world, 'aoi')
  await makeSeller(world, 'aoi')
  for (const name of PEOPLE) {
    await makeUser(world, name)
    await makeMember(world, 'room-aoi', name)
  }
  await addNight(world, kind, { id: 'night', capacity })
  return { world, kind, ...actions(world, kind), ...checks(world, kind) }
}
export type Stage = Awaited<ReturnType<typeof createStage>>

/** Another one of the same kind, for a history of its own. */
export async function addNight(
  world: World,
  kind: SeatedKind,
  row: { id: string; capacity: number },
  hours = 24,
) {
  const sale = { amount: PRICE, resale_until: inHours(world, hours) }
  if (kind === 'digital_ticket') {
    const times = { opens_at: inHours(world, hours - 1), starts_at: inHours(world, hours) }
    const valid_until = inHours(world, hours + 4)
    const place = { valid_until, venue: '喫茶アオイ' }
    await makeDigitalTicket(world, 'room-aoi', { ...row, ...sale, ...times, ...place })
    return
  }
  const times = { start_at: inHours(world, hours), end_at: inHours(world, hours + 2) }
  await makeEvent(world, 'room-aoi', { ...row, ...sale, ...times, sales_end_at: times.start_at })
}

function actions(world: World, kind: SeatedKind) {
  const start = async (user: string, id = 'night') => {
    const token = 'tok_visa'
    const { paymentIntent } =
      kind === 'event'
        ? await world.as(user)(events.startJoin, { body: { event_id: id, token } })
        : await world.as(user)(tickets.startTicketJoin, { params: { id }, body: { token } })
    return paymentIntent.id
  }
  const finish = (user: string, paymentIntentId: string, id = 'night'): Promise<unknown> =>
    kind === 'event'
      ? world.as(user)(events.join, { body: { event_id: id, paymentIntentId } })
      : world.as(user)(tickets.joinTicket, { params: { id }, body: { paymentIntentId } })
  const pay = (user: string, paymentIntentId: string, id = 'night') => {
    world.payments.confirm(paymentIntentId)
    return finish(user, paymentIntentId, id)
  }
  const of = (id: string) => ({ params: { kind, id } })
  const orderOf = async (user: string, id = 'night') => {
    const right = await world.db
      .selectFrom('entitlement')
      .select('order_id')
      .where('user_id', '=', user)
      .where('subject_id', '=', id)
      .where('status', '=', 'valid')
      .executeTakeFirstOrThrow()
    return defined(right.order_id, 'the order')
  }
  return {
    start,
    finish,
    pay,
    orderOf,
    buy: async (user: string, id = 'night') => pay(user, await start(user, id), id),
    list: (user: string, id = 'night') => world.as(user)(resale.listForResale, of(id)),
    withdraw: (user: string, id = 'night') => world.as(user)(resale.withdrawResale, of(id)),
    seen: (user: string, id = 'night') => world.as(user)(resale.getResale, of(id)),
    wait: (user: string, id = 'night') => world.as(user)(waitlist.joinWait, of(id)),
    waitOf: (user: string, id = 'night') => world.as(user)(waitlist.getWait, of(id)),
    async refund(user: string, id = 'night') {
      await world.as('aoi')(orders.refund, { params: { id: await orderOf(user, id) } })
    },
    /** The entry ticket that the person may use. */
    async ticketOf(user: string) {
      const { items } = await world.as(user)(tickets.listIssued, {})
      return defined(
        items.find(({ status }) => status === 'valid'),
        'a valid ticket',
      )
    },
    async tear(user: string, issuedId: string) {
      const at = world.clock.now().toISOString()
      const body = { id: crypto.randomUUID(), torn_at: at, sent_at: at }
      return world.as(user)(tickets.tearTicket, { params: { id: issuedId }, body })
    },
    /** Subjects of the delivered emails to this person, without the site's name, oldest first. */
    async mailsTo(user: string) {
      await world.deliver()
      return world.mail.sent
        .filter(({ to }) => to === `${user}@room.test`)
        .map(({ subject }) => subject.replace(/^【.*】/, ''))
    },
  }
}

function checks(world: World, kind: SeatedKind) {
  const product = (id = 'night') =>
    world.db.selectFrom(kind).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const holders = async (id = 'night') =>
    (await readTable(world.db, 'entitlement'))
      .filter(({ subject_id, status }) => subject_id === id && status === 'valid')
      .map(({ user_id }) => user_id)
      .sort()

  /** Never more valid tickets than seats, no seat lost, and whoever paid has a ticket or the money. */
  async function expectExact(id = 'night') {
    expect(await recount(world.deps)).toEqual([])
    const of = <R extends { subject_id: string }>(rows: R[]) =>
      rows.filter(({ subject_id }) => subject_id === id)
    const sold = of(await readTable(world.db, 'order'))
    const rights = of(await readTable(world.db, 'entitlement')).filter(
      ({ status }) => status === 'valid',
    )
    const holds = of(await readTable(world.db, 'hold')).filter(
      ({ released_at }) => released_at === null,
    )
    const isOpen = ({ closed_at }: { closed_at: string | null }) => closed_at === null
    const offers = of(await readTable(world.db, 'seat_offer')).filter(isOpen)
    const listings = of(await readTable(world.db, 'resale'))
    const disputed = holds.filter(
      ({ order_id }) => sold.find((order) => order.id === order_id)?.state !== 'open',
    )
    const { taken, listed, capacity } = await product(id)
    expect(rights.length + disputed.length).toBeLessThanOrEqual(capacity)
    expect({ taken, listed }).toEqual({
      taken: rights.length + holds.length + offers.length - listings.filter(isOpen).length,
      listed: listings.filter(isOpen).length,
    })
    if (kind === 'digital_ticket') {
      const issued = (await readTable(world.db, 'issued_ticket')).filter(
        ({ digital_ticket_id, status }) =>
          digital_ticket_id === id && (status === 'valid' || status === 'used'),
      )
      expect(issued.map(({ order_id }) => order_id).sort()).toEqual(
        rights.map(({ order_id }) => order_id).sort(),
      )
    }
    const refunds = (await readTable(world.db, 'refund')).filter(
      ({ state }) => state === 'open' || state === 'done',
    )
    for (const order of sold.filter(({ settled_at }) => settled_at !== null)) {
      const back = refunds.filter(({ order_id }) => order_id === order.id)
      const hasTicket = rights.some(({ order_id }) => order_id === order.id)
      const isDisputed = disputed.some(({ order_id }) => order_id === order.id)
      const sum = back.reduce((total, { amount }) => total + amount, 0)
      if (!isDisputed) expect([order.id, sum]).toEqual([order.id, hasTicket ? 0 : order.amount])
      const resold = listings.filter(
        ({ order_id, outcome }) => order_id === order.id && outcome === 'sold',
      )
      expect(back.filter(({ reason }) => reason === 'resold')).toHaveLength(resold.length)
    }
    const entries = await readTable(world.db, 'ledger_entry')
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  }
  return { product, holders, expectExact }
}
