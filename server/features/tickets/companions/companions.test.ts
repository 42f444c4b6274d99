import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { companions } from '#contract/companions/calls.ts'
import {
  COMPANION_WITH_LEADER,
  HANDOVER_OVER,
  LEADER_ENDED,
  LINK_UNKNOWN,
  LINK_USED,
  SEAT_TAKEN,
} from '#contract/companions/messages.ts'
import { door } from '#contract/door/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { resale } from '#contract/resale/calls.ts'
import { RESALE_WITH_COMPANIONS } from '#contract/resale/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import {
  OFFER_ONE_SEAT,
  seatsLimit,
  seatsTogether,
  TICKET_HELD,
} from '#contract/tickets/messages.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { claimGatePhone } from '#server/testing/gate-phone.ts'
import { inHours } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createGroup, type Group, PRICE } from './testing/stage.ts'

describe.each(apiDatabaseNames)('seats for companions on %s', (database) => {
  let group: Group
  beforeEach(async () => {
    group = await createGroup(database)
  })
  afterEach(async () => {
    await group.isExact()
    await group.world.close()
  })
  const is = (message: string, status = 409) => expect.objectContaining({ status, message })
  const change = (row: object) => group.world.db.updateTable('digital_ticket').set(row).execute()

  describe('in a purchase', () => {
    it('are refused beyond the number that the owner allows', async () => {
      await change({ max_seats: 2 })
      await expect(group.start('ann', 3)).rejects.toEqual(is(seatsLimit(2)))
      await change({ max_seats: 1 })
      await expect(group.start('ann', 2)).rejects.toEqual(is(seatsLimit(1)))
      await expect(group.start('ann', 5)).rejects.toMatchObject({ status: 422 })
      await group.start('ann', 1)
    })

    it('are refused if too few are left, without taking any', async () => {
      await change({ capacity: 2 })
      await expect(group.start('ann', 3)).rejects.toEqual(is(seatsTogether(3)))
      expect(await group.taken()).toBe(0)
      await group.buy('ann', 2)
      expect(await group.taken()).toBe(2)
    })

    it('cost the sum, with one payment, one order and one receipt of that quantity', async () => {
      await expect(group.start('ann', 2, { amount: PRICE })).rejects.toMatchObject({ status: 409 })
      const intent = await group.buy('ann', 2, { amount: 2 * PRICE })
      expect(group.world.payments.charges.get(intent)).toMatchObject({ amount: 2 * PRICE })
      const order = await group.world.db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
      const { quantity, confirmation } = JSON.parse(order.snapshot)
      expect(order).toMatchObject({ amount: 2 * PRICE, seats: 2, state: 'settled' })
      expect(quantity).toBe(2)
      expect(confirmation).toContainEqual({ label: '内訳', text: '¥4,500（税込） × 2枚' })
      expect(confirmation).toContainEqual({ label: 'お支払い', text: '¥9,000（税込）' })
      const receipt = await group.world.db
        .selectFrom('receipt')
        .select('body')
        .executeTakeFirstOrThrow()
      expect(JSON.parse(receipt.body)).toMatchObject({ quantity: 2, amount: 2 * PRICE })
    })

    it('have the numbers after that of the buyer, who holds one ticket', async () => {
      await group.buy('ann', 3)
      await group.buy('bob', 1)
      const { number, companions: seats } = await group.ticketOf('ann')
      expect([number, ...seats.map((seat) => seat.number)]).toEqual(['001', '002', '003'])
      expect((await group.ticketOf('bob')).number).toBe('004')
      expect(await group.issued('ann')).toHaveLength(1)
    })

    it('are all or none after the hold ended: a late payment without room goes back', async () => {
      await change({ capacity: 3 })
      const { paymentIntent } = await group.start('ann', 2)
      group.world.clock.move(16 * 60_000)
      group.world.payments.confirm(paymentIntent.id)
      await group.world.db.updateTable('order').set({ state: 'failed' }).execute()
      await group.world.db
        .updateTable('hold')
        .set({ released_at: group.world.clock.now().toISOString() })
        .execute()
      await change({ taken: 0 })
      await group.buy('bob', 2)
      await expect(group.finish('ann', paymentIntent.id)).rejects.toMatchObject({ status: 410 })
      await group.world.deliver()
      expect(group.world.payments.refunds).toMatchObject([{ amount: 2 * PRICE }])
    })

    it('that are free need no payment', async () => {
      await change({ amount: 0 })
      await group.world.as('ann')(tickets.joinTicket, {
        params: { id: 'night' },
        body: { seats: 3 },
      })
      expect(await group.taken()).toBe(3)
      await group.handOver('ann', ['bob', 'cat'])
      expect(await group.taken()).toBe(3)
    })

    it('choose the order anew when their number changes, unless a payment number is open', async () => {
      await group.start('ann', 2)
      await group.start('ann', 3)
      expect(await group.taken()).toBe(3)
      await group.start('bob', 2, { method: 'konbini' })
      await expect(group.start('bob', 3)).rejects.toMatchObject({ status: 409 })
      expect(await group.taken()).toBe(5)
    })

    it('are one, if the seat is that of a waiting list', async () => {
      await change({ capacity: 1 })
      const intent = await group.buy('ann', 1)
      const wait = { params: { kind: 'digital_ticket', id: 'night' } } as const
      await group.world.as('bob')(waitlist.joinWait, wait)
      const dispute = group.world.payments.dispute(intent)
      await group.notify('dispute', dispute.ref)
      group.world.payments.closeDispute(dispute.ref, 'lost')
      await group.notify('dispute', dispute.ref)
      await group.world.serveWaiting()
      await change({ capacity: 5 })
      await expect(group.start('bob', 2)).rejects.toEqual(is(OFFER_ONE_SEAT))
      await group.start('bob', 1)
    })
  })

  describe('handed over by a link', () => {
    beforeEach(() => group.buy('ann', 3))

    it('are refused to anybody but the buyer, and of a seat of another ticket', async () => {
      const { id, companions: seats } = await group.ticketOf('ann')
      const of = { params: { id, seat: seats[0]!.id } }
      for (const user of ['bob', 'aoi'])
        for (const call of [companions.linkCompanion, companions.unlinkCompanion])
          await expect(group.world.as(user)(call, of)).rejects.toMatchObject({ status: 404 })
      await expect(
        group.world.as('ann')(companions.linkCompanion, { params: { id, seat: 'other' } }),
      ).rejects.toMatchObject({ status: 404 })
    })

    it('store no secret, and work until another link is made or it is taken back', async () => {
      const first = await group.link('ann')
      const stored = JSON.stringify(
        await group.world.db.selectFrom('companion_seat').selectAll().execute(),
      )
      expect(stored).not.toContain(first)
      const second = await group.link('ann')
      await expect(group.accept('bob', first)).rejects.toEqual(is(LINK_UNKNOWN, 404))
      const { id, companions: seats } = await group.ticketOf('ann')
      expect(seats.map(({ linked }) => linked)).toEqual([true, false])
      await group.world.as('ann')(companions.unlinkCompanion, {
        params: { id, seat: seats[0]!.id },
      })
      await expect(group.accept('bob', second)).rejects.toEqual(is(LINK_UNKNOWN, 404))
    })

    it('show visitors event, day, place and from whom', async () => {
      const secret = await group.link('ann')
      expect(await group.read(null, secret)).toMatchObject({
        from: { name: 'ann' },
        state: 'open',
        ticket: { title: '星の夜', venue: '灯ホール', held: false },
      })
      await expect(group.read(null, 'x'.repeat(43))).rejects.toEqual(is(LINK_UNKNOWN, 404))
      await expect(group.read(null, 'short')).rejects.toMatchObject({ status: 422 })
    })

    it('are a ticket of their own, with their number and code', async () => {
      const { id } = await group.accept('bob', await group.link('ann'))
      expect(await group.ticketOf('bob')).toMatchObject({
        ...{ id, number: '002', status: 'valid', companions: [] },
        companion_of: { name: 'ann' },
      })
      expect((await group.ticketOf('bob')).credential).not.toBe('')
      const { companions: seats } = await group.ticketOf('ann')
      expect(seats).toMatchObject([
        { state: 'accepted', holder: { name: 'bob' }, linked: false },
        { state: 'open', holder: null },
      ])
      expect(await group.taken()).toBe(3)
    })

    it('work once, and not for who has a ticket', async () => {
      const secret = await group.link('ann')
      await expect(group.accept('ann', secret)).rejects.toEqual(is(TICKET_HELD))
      const first = await group.accept('bob', secret)
      expect(await group.accept('bob', secret)).toEqual(first)
      await expect(group.accept('cat', secret)).rejects.toEqual(is(LINK_USED))
      expect((await group.read('cat', secret)).state).toBe('used')
      await expect(group.link('ann', 0)).rejects.toEqual(is(SEAT_TAKEN))
      await expect(group.accept('bob', await group.link('ann', 1))).rejects.toEqual(is(TICKET_HELD))
    })

    it('keep the rules of who may have the ticket, and no_transfer does not forbid them', async () => {
      await change({ no_transfer: 1, members_only: 1 })
      await group.world.as('bob')(rooms.unsubscribe, { params: { id: 'aoi' } })
      const secret = await group.link('ann')
      await expect(group.accept('bob', secret)).rejects.toMatchObject({ status: 403 })
      await expect(group.accept('aoi', secret)).rejects.toMatchObject({ status: 409 })
      await group.accept('cat', secret)
    })

    it('of a named ticket need name and contact', async () => {
      await change({ named: 1 })
      const secret = await group.link('ann')
      await expect(group.accept('bob', secret)).rejects.toMatchObject({ status: 422 })
      expect(await group.statesOf('ann')).toEqual(['open', 'open'])
      await group.accept('bob', secret, { entrant_name: '海', entrant_contact: '090-1234-5678' })
      expect((await group.ticketOf('bob')).entrant).toMatchObject({ name: '海' })
    })

    it('end with the event', async () => {
      const secret = await group.link('ann')
      group.world.clock.move(244 * HOUR_MS)
      await expect(group.accept('bob', secret)).rejects.toEqual(is(HANDOVER_OVER, 410))
      expect((await group.read(null, secret)).state).toBe('ended')
    })

    it('go along when the buyer transfers their ticket, whose links no longer work', async () => {
      const former = await group.link('ann')
      const { id } = await group.ticketOf('ann')
      await group.world.as('ann')(transfers.offer, { params: { id }, body: { name: 'dan' } })
      await group.world.as('dan')(transfers.accept, { params: { id } })
      expect(await group.ticketOf('ann')).toMatchObject({ status: 'transferred', companions: [] })
      await expect(group.accept('cat', former)).rejects.toEqual(is(LINK_UNKNOWN, 404))
      await group.accept('bob', await group.link('dan'))
      expect((await group.ticketOf('bob')).companion_of).toMatchObject({ name: 'dan' })
    })
  })

  describe('of a purchase that ends', () => {
    it('end with its refund, and whoever accepted one is told', async () => {
      await group.buy('ann', 3)
      await group.handOver('ann', ['bob'])
      const secret = await group.link('ann', 1)
      await group.refund()
      expect(await group.taken()).toBe(0)
      for (const user of ['ann', 'bob'])
        expect(await group.ticketOf(user)).toMatchObject({ status: 'cancelled' })
      await expect(group.accept('cat', secret)).rejects.toEqual(is(LEADER_ENDED, 410))
      const told = group.world.mail.sent.filter(({ subject }) =>
        subject.includes('入場チケットが取り消されました'),
      )
      expect(told.map(({ to }) => to)).toEqual(['bob@room.test'])
      expect(group.world.payments.refunds).toMatchObject([{ amount: 3 * PRICE }])
    })

    it('end with the event that is cancelled, once for each', async () => {
      await group.buy('ann', 3)
      await group.handOver('ann', ['bob', 'cat'])
      await group.buy('dan', 1)
      await group.world.as('aoi')(tickets.cancelTicket, { params: { roomid: 'aoi', id: 'night' } })
      await group.world.deliver()
      expect(await group.taken()).toBe(0)
      const told = group.world.mail.sent.filter(({ subject }) => subject.includes('公演中止'))
      expect(told.map(({ to }) => to.split('@')[0]).sort()).toEqual(['ann', 'bob', 'cat', 'dan'])
      const sums = group.world.payments.refunds.map(({ amount }) => amount)
      expect(sums.sort((a, b) => a - b)).toEqual([PRICE, 3 * PRICE])
    })

    it('keep their seats during a dispute, and are as before when it is won', async () => {
      const charge = await group.buy('ann', 3)
      await group.handOver('ann', ['bob'])
      const { ref } = group.world.payments.dispute(charge)
      await group.notify('dispute', ref)
      expect(await group.taken()).toBe(3)
      expect(await group.ticketOf('bob')).toMatchObject({ status: 'cancelled' })
      await group.isExact()
      group.world.payments.closeDispute(ref, 'won')
      await group.notify('dispute', ref)
      expect(await group.ticketOf('bob')).toMatchObject({ status: 'valid' })
      expect(await group.statesOf('ann')).toEqual(['accepted', 'open'])
      expect(await group.taken()).toBe(3)
    })

    it('are free after a lost dispute, and all back if it is reversed and room is left', async () => {
      const charge = await group.buy('ann', 3)
      await group.handOver('ann', ['bob'])
      const { ref } = group.world.payments.dispute(charge)
      await group.notify('dispute', ref)
      group.world.payments.closeDispute(ref, 'lost')
      await group.notify('dispute', ref)
      expect(await group.taken()).toBe(0)
      group.world.payments.reverse(ref)
      await group.notify('dispute', ref)
      expect(await group.taken()).toBe(3)
      expect(await group.statesOf('ann')).toEqual(['accepted', 'open'])
    })

    it('cannot be listed for 公式リセール', async () => {
      await change({ resale_until: inHours(group.world, 239) })
      await group.buy('ann', 2)
      const of = { params: { kind: 'digital_ticket', id: 'night' } } as const
      await expect(group.world.as('ann')(resale.listForResale, of)).rejects.toEqual(
        is(RESALE_WITH_COMPANIONS),
      )
    })

    it('take no seat that 公式リセール lends, and end no listed ticket', async () => {
      await change({ capacity: 4, resale_until: inHours(group.world, 239) })
      const of = { params: { kind: 'digital_ticket', id: 'night' } } as const
      for (const user of ['bob', 'cat']) {
        await group.buy(user, 1)
        await group.world.as(user)(resale.listForResale, of)
      }
      // Two seats are free, and two are lent.
      await expect(group.start('ann', 3)).rejects.toEqual(is(seatsTogether(3)))
      const { paymentIntent } = await group.start('ann', 2)
      // A single buyer gets a lent seat, and ends a listed ticket: the free ones are those of the open order.
      await group.buy('dan', 1)
      await group.finish('ann', paymentIntent.id)
      await group.world.deliver()
      expect(group.world.payments.refunds).toMatchObject([{ amount: PRICE }])
      const valid = await group.world.db
        .selectFrom('issued_ticket')
        .select('holder_id')
        .where('status', '=', 'valid')
        .orderBy('holder_id')
        .execute()
      expect(valid.map(({ holder_id }) => holder_id)).toEqual(['ann', 'cat', 'dan'])
      expect(await group.statesOf('ann')).toEqual(['open'])
    })

    it('are not cancelled alone by the owner, but with the buyer’s ticket', async () => {
      await group.buy('ann', 2)
      await group.handOver('ann', ['bob'])
      const params = { roomid: 'aoi', id: 'night' }
      const cancel = async (user: string) =>
        group.world.as('aoi')(door.cancelHolder, {
          params: { ...params, issued_id: (await group.ticketOf(user)).id },
        })
      await expect(cancel('bob')).rejects.toEqual(is(COMPANION_WITH_LEADER))
      await cancel('ann')
      await group.world.deliver()
      expect(await group.taken()).toBe(0)
    })
  })

  describe('when an account is deleted', () => {
    const password = 'long and secret'
    beforeEach(async () => {
      const password_hash = await hashPassword(password)
      await group.world.db.updateTable('user').set({ password_hash }).execute()
    })
    const leave = (user: string) => group.world.as(user)(account.leave, { body: { password } })

    it('of a companion: the buyer may hand the seat over again, under a new number', async () => {
      await group.buy('ann', 2)
      await group.handOver('ann', ['bob'])
      await leave('bob')
      expect(await group.taken()).toBe(2)
      const [seat] = (await group.ticketOf('ann')).companions
      expect(seat).toMatchObject({ state: 'open', number: '003', linked: false })
      await group.accept('cat', await group.link('ann'))
      await group.refund()
      expect(await group.taken()).toBe(0)
    })

    it('of the buyer: what was handed over stays, the rest ends, and a refund ends all', async () => {
      await group.buy('ann', 3)
      await group.handOver('ann', ['bob'])
      const secret = await group.link('ann', 1)
      await leave('ann')
      expect(await group.taken()).toBe(1)
      expect(await group.ticketOf('bob')).toMatchObject({ status: 'valid' })
      await expect(group.accept('cat', secret)).rejects.toMatchObject({ status: 410 })
      await group.refund()
      expect(await group.taken()).toBe(0)
      expect(await group.ticketOf('bob')).toMatchObject({ status: 'cancelled' })
    })
  })

  describe('at the doors', () => {
    it('are named in the list of gates until they are handed over, and enter once', async () => {
      await group.buy('ann', 3)
      const gate = await claimGatePhone(group.world, 'night', '正面')
      const other = await claimGatePhone(group.world, 'night', '裏', { from: 500, to: 600 })
      const listed = async () => (await gate.prepare()).plan.tickets[0]!.companions
      const [first, second] = (await listed())!
      expect([first, second]).toMatchObject([{ number: '002' }, { number: '003' }])
      await gate.write('admit', first!.hash)
      expect(await gate.send()).toMatchObject({ entered: 1, issued: 3, conflicts: [] })
      expect(await group.statesOf('ann')).toEqual(['admitted', 'open'])
      await expect(group.link('ann', 0)).rejects.toEqual(is(SEAT_TAKEN))
      // Another offline door admits the same seat.
      await other.write('admit', first!.hash)
      expect(await other.send()).toMatchObject({ conflicts: ['002'] })
      const params = { roomid: 'aoi', id: 'night' }
      const report = await group.world.as('aoi')(door.getDoorReport, { params })
      expect(report).toMatchObject({ entered: 1, doubles: [{ number: '002' }] })
      const gates = await group.world.as('aoi')(door.listGates, { params })
      expect(gates.map(({ admitted }) => admitted)).toEqual([1, 1])
      await gate.write('undo', first!.hash)
      await gate.send()
      await other.write('undo', first!.hash)
      await other.send()
      expect(await group.statesOf('ann')).toEqual(['open', 'open'])
      await group.handOver('ann', ['bob', 'cat'])
      expect(await listed()).toBeUndefined()
    })

    it('that entered without a ticket refuse whoever accepts later', async () => {
      await group.buy('ann', 2)
      const secret = await group.link('ann')
      const gate = await claimGatePhone(group.world, 'night', '正面')
      const [seat] = (await gate.prepare()).plan.tickets[0]!.companions!
      await gate.write('admit', seat!.hash)
      await gate.send()
      await expect(group.accept('bob', secret)).rejects.toEqual(is(LINK_USED))
      await group.refund()
      expect(await group.taken()).toBe(0)
    })

    it('that were accepted before a gate’s log came are used tickets', async () => {
      await group.buy('ann', 2)
      const gate = await claimGatePhone(group.world, 'night', '正面')
      const [seat] = (await gate.prepare()).plan.tickets[0]!.companions!
      await gate.write('admit', seat!.hash)
      await group.handOver('ann', ['bob'])
      await gate.send()
      expect(await group.ticketOf('bob')).toMatchObject({ status: 'used' })
    })
  })

  it('stand with the buyer in the list of holders, and in its table', async () => {
    await group.buy('ann', 3)
    await group.handOver('ann', ['bob'])
    const params = { roomid: 'aoi', id: 'night' }
    const { items } = await group.world.as('aoi')(door.listHolders, { params, query: {} })
    expect(items).toMatchObject([
      { number: '001', amount: 3 * PRICE, companions: { all: 2, waiting: 1 }, companion_of: null },
      { number: '002', amount: 0, companions: { all: 0, waiting: 0 }, companion_of: '001' },
    ])
    const url = urlOf(door.listHolders, { params, query: { format: 'csv' } })
    const headers = { authorization: `Bearer ${await group.world.tokenOf('aoi')}` }
    const csv = await (await group.world.fetch(url, { headers })).text()
    const cells = csv
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(',').slice(-3))
    expect(cells.slice(1)).toEqual([
      ['2', '1', ''],
      ['0', '0', "'001"],
    ])
  })
})
