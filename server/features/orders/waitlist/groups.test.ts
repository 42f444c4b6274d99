import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { resale } from '#contract/resale/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { offerSeats, seatsLimit } from '#contract/tickets/messages.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { recount } from '#server/jobs/recount.ts'
import { formOf } from '#server/testing/form.ts'
import { makeEvent } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createHall, type Hall } from './testing/hall.ts'

describe.each(apiDatabaseNames)('groups in a waiting list on %s', (database) => {
  let hall: Hall

  /** Four seats: two of ann's, and one of bob's and dan's each. */
  beforeEach(async () => {
    hall = await createHall(database, 4)
    await hall.buy('ann', 2)
    for (const name of ['bob', 'dan']) await hall.buy(name)
  })
  afterEach(async () => {
    expect(await recount(hall.world.deps)).toEqual([])
    await hall.world.close()
  })

  const change = (fields: Record<string, string | number>) =>
    hall.world.as('aoi')(tickets.changeTicket, {
      params: { roomid: 'aoi', id: 'night' },
      body: formOf(fields),
    })
  const free = async (...people: string[]) => {
    for (const name of people) await hall.refund(name)
    await hall.world.serveWaiting()
  }
  /** cat is offered two seats. */
  const offerTwo = async () => {
    await hall.join('cat', 2)
    await free('ann')
    expect(await hall.offers()).toEqual([{ who: 'cat', seats: 2 }])
  }

  it('are refused more seats than a purchase may take, or than there are', async () => {
    await hall.world.db.updateTable('digital_ticket').set({ max_seats: 2 }).execute()
    await expect(hall.join('cat', 3)).rejects.toMatchObject({ message: seatsLimit(2) })
    await expect(hall.join('cat', 5)).rejects.toMatchObject({ status: 422 })
    await makeEvent(hall.world, 'room-aoi', { id: 'live', amount: 0, capacity: 1 })
    const params = { kind: 'event', id: 'live' } as const
    const wait = hall.world.as('cat')(waitlist.joinWait, { params, query: { seats: 2 } })
    await expect(wait).rejects.toMatchObject({ message: seatsLimit(1) })
  })

  it('have one place with its number of seats, which the owner sees', async () => {
    expect(await hall.join('cat', 2)).toMatchObject({ state: 'waiting', place: 1, seats: 2 })
    expect(await hall.join('cat', 3)).toMatchObject({ place: 1, seats: 2 })
    await hall.join('eve', 1)
    const params = { roomid: 'aoi', id: 'night' }
    const own = await hall.world.as('aoi')(tickets.getOwnTicket, { params })
    expect(own).toMatchObject({ waiting: 2, wanted: 3 })
  })

  it('let others pass while seats do not suffice, but by no more than they want', async () => {
    await hall.join('cat', 2)
    await hall.join('eve', 1)
    await free('bob')
    expect(await hall.offers()).toEqual([{ who: 'eve', seats: 1 }])
    expect(await hall.places()).toEqual([{ who: 'cat', seats: 2, passed: 1, gathered: 0 }])
    await hall.leave('eve')
    await hall.join('bob', 1)
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'bob', seats: 1 }])
    await hall.buy('bob')
    await hall.join('eve', 1)
    await free('bob')
    expect(await hall.places()).toEqual([
      { who: 'cat', seats: 2, passed: 2, gathered: 1 },
      { who: 'eve', seats: 1, passed: 0, gathered: 0 },
    ])
    expect((await hall.hall()).taken).toBe(4)
    await free('dan')
    expect(await hall.offers()).toEqual([{ who: 'cat', seats: 2 }])
  })

  it('are told the number, and buy all seats with one payment', async () => {
    await offerTwo()
    expect(await hall.waitOf('cat')).toMatchObject({ state: 'offered', seats: 2 })
    await hall.mailsTo('cat')
    const letter = hall.world.mail.sent.find(({ to }) => to === 'cat@room.test')
    expect(letter?.text).toContain('2枚ご用意しました')
    await expect(hall.start('cat', 3)).rejects.toMatchObject({ message: offerSeats(2) })
    await hall.buy('cat', 2)
    expect(await hall.hall()).toMatchObject({ taken: 4, waiting: 0 })
    const [ticket] = (await hall.world.as('cat')(tickets.listIssued, {})).items
    expect(ticket?.companions).toHaveLength(1)
  })

  it('may buy fewer, and the rest goes to the next at once', async () => {
    await offerTwo()
    await hall.join('eve', 1)
    await hall.start('cat', 1)
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'eve', seats: 1 }])
    expect((await hall.hall()).taken).toBe(4)
    // Not paid: what was left of the offer is cat's until the deadline.
    hall.world.clock.move(HOLD_MS + 1)
    await hall.world.sweep()
    expect(await hall.offers()).toEqual([
      { who: 'cat', seats: 1 },
      { who: 'eve', seats: 1 },
    ])
  })

  it('get all seats of an unpaid order back until the deadline, also fewer by then', async () => {
    await offerTwo()
    await hall.start('cat', 2)
    expect(await hall.waitOf('cat')).toMatchObject({ state: 'offered', seats: 2 })
    hall.world.clock.move(HOLD_MS + 1)
    await hall.world.sweep()
    await change({ max_seats: 1 })
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'cat', seats: 2 }])
    await hall.buy('cat', 2)
    expect((await hall.hall()).taken).toBe(4)
  })

  it.each<[string, (name: string) => Promise<unknown>]>([
    ['lapses', async () => hall.world.clock.move(24 * HOUR_MS)],
    ['is declined', (name) => hall.leave(name)],
    ['belongs to an account that is deleted', deleteAccount],
    ['was to be paid in a store', payInStore],
  ])('free all seats of an offer that %s', async (_, end) => {
    await offerTwo()
    await hall.join('eve', 2)
    await end('cat')
    await hall.world.sweep()
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'eve', seats: 2 }])
    expect(await hall.hall()).toMatchObject({ taken: 4, waiting: 0 })
  })
  async function deleteAccount(name: string) {
    const password_hash = await hashPassword('himitsu-no-kotoba')
    await hall.world.db.updateTable('user').set({ password_hash }).where('id', '=', name).execute()
    await hall.world.as(name)(account.leave, { body: { password: 'himitsu-no-kotoba' } })
  }
  async function suspend() {
    const { db } = hall.world
    await db.updateTable('user').set({ status: 'suspended' }).where('id', '=', 'cat').execute()
  }
  async function payInStore(name: string) {
    await hall.world.as(name)(tickets.startTicketJoin, {
      params: { id: 'night' },
      body: { seats: 2, method: 'konbini' },
    })
    hall.world.clock.move(4 * 24 * HOUR_MS)
  }

  /** cat wants two, was passed by two, and one seat is kept. */
  async function keepOne() {
    await hall.join('cat', 2)
    await hall.world.db.updateTable('waitlist').set({ passed: 2 }).execute()
    await free('bob')
    expect(await hall.places()).toEqual([{ who: 'cat', seats: 2, passed: 2, gathered: 1 }])
  }

  it.each<[string, () => Promise<unknown>]>([
    ['leave', () => hall.leave('cat')],
    ['delete their account', () => deleteAccount('cat')],
    ['are suspended', suspend],
    ['want more seats than are sold together by now', () => change({ max_seats: 1 })],
  ])('give kept seats to the next if they %s', async (_, end) => {
    await keepOne()
    await hall.join('eve', 1)
    await end()
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'eve', seats: 1 }])
    expect(await hall.hall()).toMatchObject({ taken: 4, waiting: 0 })
  })

  it('are told why they wait no more if so many seats are not sold together', async () => {
    await hall.join('cat', 3)
    await change({ max_seats: 2 })
    await hall.world.serveWaiting()
    expect(await hall.mailsTo('cat')).toEqual(['キャンセル待ちが終わりました'])
    const letter = hall.world.mail.sent.find(({ to }) => to === 'cat@room.test')
    expect(letter?.text).toContain('ご希望の枚数をまとめて購入できなくなったため')
    expect(await hall.join('cat', 2)).toMatchObject({ place: 1 })
  })

  it('end with their kept seats when the evening is cancelled', async () => {
    await keepOne()
    const params = { roomid: 'aoi', id: 'night' }
    await hall.world.as('aoi')(tickets.cancelTicket, { params })
    await hall.world.deliver()
    await hall.world.serveWaiting()
    expect(await hall.places()).toEqual([])
    expect(await hall.hall()).toMatchObject({ waiting: 0 })
  })

  it('get no lent seats: those are for single people, and take nothing that is kept', async () => {
    await keepOne()
    await hall.join('eve', 1)
    const listing = { params: { kind: 'digital_ticket', id: 'night' } } as const
    await hall.world.as('dan')(resale.listForResale, listing)
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'eve', seats: 1 }])
    expect(await hall.places()).toEqual([{ who: 'cat', seats: 2, passed: 2, gathered: 1 }])
    // dan keeps the ticket after all: eve waits again, behind cat.
    await hall.world.as('dan')(resale.withdrawResale, listing)
    expect(await hall.waitOf('eve')).toMatchObject({ state: 'waiting', place: 2, seats: 1 })
    await free('dan')
    expect(await hall.offers()).toEqual([{ who: 'cat', seats: 2 }])
    await hall.buy('cat', 2)
    expect((await hall.hall()).taken).toBe(4)
  })

  it('are offered seats of their own, so that a listed ticket ends when it is bought', async () => {
    await offerTwo()
    const listing = { params: { kind: 'digital_ticket', id: 'night' } } as const
    await hall.world.as('dan')(resale.listForResale, listing)
    await hall.buy('eve')
    expect(await hall.offers()).toEqual([{ who: 'cat', seats: 2 }])
    await hall.buy('cat', 2)
    expect(await hall.hall()).toMatchObject({ taken: 4, listed: 0 })
  })

  it('keep their unpaid order when a listed ticket, whose seat another person is paying, is used', async () => {
    await hall.join('cat', 2)
    const listing = { params: { kind: 'digital_ticket', id: 'night' } } as const
    await hall.world.as('dan')(resale.listForResale, listing)
    hall.world.clock.move(239 * HOUR_MS - 1)
    await free('ann')
    await hall.start('eve', 1)
    await hall.start('cat', 2)
    const [ticket] = (await hall.world.as('dan')(tickets.listIssued, {})).items
    const at = hall.world.clock.now().toISOString()
    const body = { id: crypto.randomUUID(), torn_at: at, sent_at: at }
    await hall.world.as('dan')(tickets.tearTicket, { params: { id: ticket!.id }, body })
    expect(await hall.waitOf('cat')).toMatchObject({ state: 'offered', seats: 2 })
    expect((await hall.waitOf('eve')).state).toBe('none')
    expect(await hall.hall()).toMatchObject({ taken: 4, listed: 0 })
    await hall.buy('cat', 2)
  })
})
