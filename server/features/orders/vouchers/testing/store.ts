import { expect } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { defined } from '#contract/lib/defined.ts'
import { orders } from '#contract/orders/calls.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { recount } from '#server/jobs/recount.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import type { DatabaseName } from '#server/testing/names.ts'
import { createWorld } from '#server/testing/world.ts'

export const BUYERS = ['ann', 'bob', 'cat'] as const

/** A room whose event `night`, in ten days, can be paid in a convenience store within three days. */
export async function createStore(
  database: DatabaseName,
  event: Parameters<typeof makeEvent>[2] = {},
) {
  const world = await createWorld(database)
  await makeRoom(world, 'aoi')
  await makeSeller(world, 'aoi', { konbini_payments: 1 })
  for (const name of BUYERS) {
    await makeUser(world, name)
    await makeMember(world, 'room-aoi', name)
  }
  const [start_at, end_at] = [inHours(world, 240), inHours(world, 242)]
  const times = { start_at, end_at, sales_end_at: start_at }
  await makeEvent(world, 'room-aoi', {
    ...{ id: 'night', title: '星の夜', amount: 1_980, capacity: 2, konbini_days: 3 },
    ...times,
    ...event,
  })
  const begin = (user: string, method: 'card' | 'konbini' = 'konbini') =>
    world.as(user)(events.startJoin, {
      body: { event_id: 'night', method, ...(method === 'card' && { token: 'tok_visa' }) },
    })
  const { db } = world
  return {
    world,
    /** Asks for a payment number. */
    async ask(user: string) {
      const { paymentIntent, voucher, ...started } = await begin(user)
      return { ...started, ref: paymentIntent.id, voucher: defined(voucher, 'the voucher') }
    },
    begin,
    async buyByCard(user: string) {
      const { paymentIntent } = await begin(user, 'card')
      world.payments.confirm(paymentIntent.id)
      const body = { event_id: 'night', paymentIntentId: paymentIntent.id }
      return world.as(user)(events.join, { body })
    },
    /** The owner refunds a person's payment. */
    async refund(user: string) {
      const { items } = await world.as(user)(orders.listPayments, { query: {} })
      await world.as('aoi')(orders.refund, { params: { id: defined(items[0], 'a payment').id } })
    },
    see: (user: string) => world.as(user)(events.getEvent, { params: { id: 'night' } }),
    list: async (user: string) => (await world.as(user)(vouchers.listVouchers, {})).items,
    get: (user: string, id: string) => world.as(user)(vouchers.getVoucher, { params: { id } }),
    giveUp: (user: string, id: string) =>
      world.as(user)(vouchers.cancelVoucher, { params: { id } }),
    /** The provider reports about a payment. */
    async report(ref: string, type = 'payment_intent.succeeded') {
      await world.sendEvent({ kind: 'payment_intent', ref, type })
      await world.deliver()
    },
    /** The text of the receipt page. */
    async receipt(user: string, id: string) {
      const authorization = `Bearer ${await world.tokenOf(user)}`
      const url = urlOf(orders.getReceipt, { params: { id } })
      return (await world.fetch(url, { headers: { authorization } })).text()
    },
    event: () =>
      db.selectFrom('event').selectAll().where('id', '=', 'night').executeTakeFirstOrThrow(),
    orders: () => db.selectFrom('order').selectAll().orderBy('created_at').orderBy('id').execute(),
    refunds: () => db.selectFrom('refund').selectAll().execute(),
    /** Subjects of the delivered emails to this person, without the site's name, oldest first. */
    async mailsTo(user: string) {
      await world.deliver()
      return world.mail.sent
        .filter(({ to }) => to === `${user}@room.test`)
        .map(({ subject }) => subject.replace(/^【.*】/, ''))
    },
    /** Counters agree with the rows, no seat is sold twice, and the ledger sums to zero. */
    async expectExact() {
      expect(await recount(world.deps)).toEqual([])
      const { taken, capacity } = await this.event()
      expect(taken).toBeLessThanOrEqual(capacity)
      const entries = await db.selectFrom('ledger_entry').select('amount').execute()
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    },
  }
}
export type Store = Awaited<ReturnType<typeof createStore>>
