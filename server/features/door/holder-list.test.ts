import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { door } from '#contract/door/calls.ts'
import { ticketHash } from '#contract/door/code.ts'
import { HOLDER_NAMED_MS } from '#contract/door/limits.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { everyPage } from '#server/testing/every-page.ts'
import { claimGatePhone } from '#server/testing/gate-phone.ts'
import {
  inHours,
  makeDigitalTicket,
  makeRoom,
  makeSeller,
  makeStaff,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('ticket holders on %s', (database) => {
  let world: World
  const params = { roomid: 'aoi', id: 'night' }

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi')
    await makeRoom(world, 'mio')
    for (const name of ['fan', 'two', 'door', 'stranger']) await makeUser(world, name)
    await makeStaff(world, 'room-aoi', 'door', 'door')
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', title: '夜の会', number_prefix: 'A' })
  })
  afterEach(() => world.close())

  async function join(user: string) {
    const joined = await world.as(user)(tickets.joinTicket, { params: { id: 'night' }, body: {} })
    return joined.ticket_id
  }
  async function buy(user: string) {
    await world.db.updateTable('digital_ticket').set({ amount: 1_980 }).execute()
    const as = world.as(user)
    const started = await as(tickets.startTicketJoin, {
      params: { id: 'night' },
      body: { token: 'tok_visa' },
    })
    const { id } = started.paymentIntent
    world.payments.confirm(id)
    const body = { paymentIntentId: id }
    return (await as(tickets.joinTicket, { params: { id: 'night' }, body })).ticket_id
  }
  const list = (user = 'aoi', query = {}) => world.as(user)(door.listHolders, { params, query })
  const csv = async (user = 'aoi') => {
    const headers = { authorization: `Bearer ${await world.tokenOf(user)}` }
    return world.fetch('/api/application/room/aoi/digitalTicket/night/holder?format=csv', {
      headers,
    })
  }
  const cancel = (issued_id: string, user = 'aoi') =>
    world.as(user)(door.cancelHolder, { params: { ...params, issued_id } })

  it('are sorted by number and found by number or name', async () => {
    await makeUser(world, 'hanako', { display_name: '花子' })
    await join('fan')
    await join('hanako')
    const { items } = await list('door')
    expect(items.map(({ number, member, status }) => [number, member.name, status])).toEqual([
      ['A 001', 'fan', 'valid'],
      ['A 002', 'hanako', 'valid'],
    ])
    const findBy = async (search: string) =>
      (await list('aoi', { search })).items.map(({ number }) => number)
    expect([await findBy('花子'), await findBy('a 001'), await findBy('nobody')]).toEqual([
      ['A 002'],
      ['A 001'],
      [],
    ])
  })

  it.each([
    'number',
    '-number',
    'name',
    '-name',
    'status',
    '-status',
    'used',
    '-used',
    'amount',
    '-amount',
  ])(
    'are sorted by %s, each of them once, also when others buy between two pages',
    async (sort) => {
      for (const user of ['fan', 'two', 'stranger']) await join(user)
      for (const name of ['buys', 'late']) await makeUser(world, name, { display_name: name })
      await buy('buys')
      const numbersIn = (holders: { number: string }[]) => holders.map(({ number }) => number)
      const before = numbersIn((await list('aoi', { sort })).items)
      expect(before).toHaveLength(4)
      const seen = numbersIn(
        await everyPage(
          (page) => list('aoi', { sort, ...page }),
          () => buy('late'),
        ),
      )
      expect(seen.filter((number) => before.includes(number))).toEqual(before)
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  it('are sorted by what they paid and when they came', async () => {
    const [first] = [await join('fan'), await join('two'), await buy('stranger')]
    await world.db
      .updateTable('issued_ticket')
      .set({ status: 'used', used_at: inHours(world, -1) })
      .where('id', '=', first)
      .execute()
    const order = async (sort: string) =>
      (await list('door', { sort })).items.map(({ member }) => member.name)
    expect(await order('-amount')).toEqual(['stranger', 'two', 'fan'])
    expect((await order('-used'))[0]).toBe('fan')
    expect(await order('-number')).toEqual(['stranger', 'two', 'fan'])
    await expect(list('aoi', { after: '["amount",-1,""]' })).rejects.toMatchObject({ status: 422 })
    await expect(list('aoi', { after: `["amount",${2 ** 31},""]` })).rejects.toMatchObject({
      status: 422,
    })
  })

  it.each(['A', 'a', ''])('are found by number in any notation, with prefix %j', async (prefix) => {
    await world.db.updateTable('digital_ticket').set({ number_prefix: prefix }).execute()
    for (const user of ['fan', 'two']) await join(user)
    for (const typed of [`${prefix}002`, `${prefix} 2`, `${prefix}２`, '2', '００２'])
      expect((await list('aoi', { search: typed })).items, typed).toMatchObject([
        { member: { name: 'two' } },
      ])
    for (const typed of ['B 002', '3', '20'])
      expect((await list('aoi', { search: typed })).items, typed).toEqual([])
  })

  it('are filtered by status, also together with a search', async () => {
    for (const user of ['fan', 'two']) await join(user)
    const hash = await ticketHash((await list()).items[0]!.id)
    const gate = await claimGatePhone(world, 'night', 'A入口')
    await gate.send([await gate.write('admit', hash)])
    const findBy = async (query: object) =>
      (await list('door', query)).items.map(({ number }) => number)
    expect(await findBy({ status: 'valid' })).toEqual(['A 002'])
    expect(await findBy({ status: 'used' })).toEqual(['A 001'])
    expect(await findBy({ status: 'used', search: 'A 002' })).toEqual([])
    expect(await findBy({ status: 'cancelled' })).toEqual([])
    await expect(list('door', { status: 'gone' })).rejects.toMatchObject({ status: 422 })
  })

  it('show もぎり as the gate of a ticket torn by staff on the holder’s phone', async () => {
    const id = await join('fan')
    await world.db
      .updateTable('digital_ticket')
      .set({ opens_at: inHours(world, -1) })
      .execute()
    const at = world.clock.now().toISOString()
    const body = { id: crypto.randomUUID(), torn_at: at, sent_at: at }
    await world.as('fan')(tickets.tearTicket, { params: { id }, body })
    expect((await list()).items).toMatchObject([{ status: 'used', used_at: at, gate: 'もぎり' }])
    const [, row] = (await (await csv()).text()).split('\r\n')
    expect(row).toMatch(/,もぎり,,,,0,0,$/)
  })

  it('are exported as CSV without formulas, for the owner only', async () => {
    await makeUser(world, 'evil', { display_name: '=HYPERLINK("http://evil.example","開く")' })
    await join('evil')
    const answer = await csv()
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, row] = (await answer.text()).split('\r\n')
    expect(head).toContain('整理番号,状態,ユーザー名')
    expect(row).toContain(`A 001,有効,evil,"'=HYPERLINK(""http://evil.example"",""開く"")",0,`)
    expect((await csv('door')).status).toBe(403)
    expect((await csv('stranger')).status).toBe(403)
  })

  it('are shown by name at an online gate, one ticket at a time', async () => {
    await makeUser(world, 'hanako', { display_name: '花子' })
    const hash = await ticketHash(await join('hanako'))
    const gate = await claimGatePhone(world, 'night', 'A入口')
    const ask = (of: string, id = 'night') =>
      gate.call(door.getHolder, { params: { roomid: 'aoi', id, hash: of } })
    expect(await ask(hash)).toEqual({
      display_name: '花子',
      icon_image_small_path: null,
      entrant: null,
    })
    await expect(ask('0'.repeat(32))).rejects.toMatchObject({ status: 404 })
    await makeDigitalTicket(world, 'room-aoi', { id: 'other' })
    await expect(ask(hash, 'other')).rejects.toMatchObject({ status: 403 })
  })

  it('are shown by name to gates until a day after entry ends, and to authorized people afterwards', async () => {
    await makeUser(world, 'hanako', { display_name: '花子' })
    const hash = await ticketHash(await join('hanako'))
    const gate = await claimGatePhone(world, 'night', 'A入口')
    const of = { params: { roomid: 'aoi', id: 'night', hash } }
    const valid_until = inHours(world, 3)
    await world.db.updateTable('digital_ticket').set({ valid_until }).execute()
    const left = () => Date.parse(valid_until) + HOLDER_NAMED_MS - world.clock.now().getTime()
    world.clock.move(left() - 1)
    expect(await gate.call(door.getHolder, of)).toMatchObject({ display_name: '花子' })
    for (const ms of [1, 1]) {
      world.clock.move(ms)
      await expect(gate.call(door.getHolder, of)).rejects.toMatchObject({ status: 410 })
    }
    // The log can be uploaded at any later time.
    expect(await gate.send([await gate.write('admit', hash)])).toMatchObject({ refused: [] })
    expect(await world.as('door')(door.getHolder, of)).toMatchObject({ display_name: '花子' })
  })

  it('lose a free ticket cancelled by the owner, and get an email', async () => {
    const id = await join('fan')
    for (const user of ['door', 'stranger', 'mio'])
      await expect(cancel(id, user)).rejects.toMatchObject({ status: 403 })
    await cancel(id)
    expect((await list()).items[0]).toMatchObject({ status: 'cancelled', amount: 0 })
    await expect(cancel(id)).rejects.toMatchObject({ status: 409 })
    await world.deliver()
    expect(world.mail.sent.map(({ subject }) => subject)).toContain(
      '【Room】お申し込みが取り消されました',
    )
    const { taken } = await world.db
      .selectFrom('digital_ticket')
      .select('taken')
      .executeTakeFirstOrThrow()
    expect(taken).toBe(0)
    expect(await join('two')).not.toBe(id)
  })

  it('are refunded when the owner cancels a paid ticket', async () => {
    world.payments.bookAtOnce()
    const id = await buy('fan')
    expect((await list()).items[0]).toMatchObject({ amount: 1_980, status: 'valid' })
    await cancel(id)
    await world.deliver()
    expect((await list()).items[0]).toMatchObject({ status: 'cancelled' })
    const refunds = await world.db.selectFrom('refund').select(['amount', 'state']).execute()
    expect(refunds).toEqual([{ amount: 1_980, state: 'done' }])
    await expect(cancel(id)).rejects.toMatchObject({ status: 409 })
  })

  it('belong to their own ticket only', async () => {
    const id = await join('fan')
    await makeDigitalTicket(world, 'room-mio', { id: 'mios' })
    const at = { roomid: 'mio', id: 'mios', issued_id: id }
    await expect(world.as('mio')(door.cancelHolder, { params: at })).rejects.toMatchObject({
      status: 404,
    })
  })
})
