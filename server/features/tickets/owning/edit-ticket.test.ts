import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '#contract/notifications/calls.ts'
import { PRICE_WRONG } from '#contract/orders/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { TICKET_MAX } from '#contract/tickets/limits.ts'
import { NAMED_NEEDS_PRICE, NAMED_STANDS } from '#contract/tickets/messages.ts'
import { formatMoment } from '#server/mails/moment.ts'
import { formOf } from '#server/testing/form.ts'
import { claimGatePhone } from '#server/testing/gate-phone.ts'
import {
  inHours,
  makeMember,
  makeRoom,
  makeSeller,
  makeStaff,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

type Sent = World['mail']['sent'][number]
type Fields = Parameters<typeof formOf>[0]

describe.each(apiDatabaseNames)('digital ticket edited by its owner, on %s', (database) => {
  let world: World
  let allFields: Fields
  const room = { roomid: 'aoi' }

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし喫茶室' })
    await makeSeller(world, 'aoi')
    await makeRoom(world, 'mio')
    for (const name of ['fan', 'other', 'door']) await makeUser(world, name)
    await makeMember(world, 'room-aoi', 'fan')
    await makeStaff(world, 'room-aoi', 'door', 'door')
    allFields = {
      title: '星をみる会',
      about: '窓をあけて\r\n空を',
      venue: '地下のホール',
      opens: inHours(world, 47),
      start: inHours(world, 48),
      end: inHours(world, 51),
      amount: 0,
      capacity: 30,
      number_prefix: 'A',
      number_skip: '4, 9, 40-42',
      status: 'published',
    }
  })
  afterEach(() => world.close())

  const create = (fields: Fields, user: string | null = 'aoi') =>
    world.as(user)(tickets.createTicket, { params: room, body: formOf(fields) })
  const change = (id: string, fields: Fields, user: string | null = 'aoi') =>
    world.as(user)(tickets.changeTicket, { params: { ...room, id }, body: formOf(fields) })
  const remove = (id: string, user: string | null = 'aoi') =>
    world.as(user)(tickets.deleteTicket, { params: { ...room, id } })
  const give = (id: string, name: string, user = 'aoi') =>
    world.as(user)(tickets.giveTicket, { params: { ...room, id }, body: { name } })
  const join = (id: string, user: string) =>
    world.as(user)(tickets.joinTicket, { params: { id }, body: {} })
  const seen = (id: string, user: string | null = null) =>
    world.as(user)(tickets.getDigitalTicket, { params: { ...room, id } })
  const errorOf = (call: Promise<unknown>) =>
    call.then(
      () => ({ status: 200, errors: {}, message: '' }),
      ({ status, errors, message }) => ({ status, errors, message }),
    )

  it.each([
    { who: 'a visitor', user: null, status: 401, seeing: 401 },
    { who: 'a member', user: 'fan', status: 403, seeing: 403 },
    { who: 'another owner', user: 'mio', status: 403, seeing: 403 },
    { who: 'door staff', user: 'door', status: 403, seeing: 200 },
    { who: 'the owner', user: 'aoi', status: 200, seeing: 200 },
  ])('answers $who with $status', async ({ user, status, seeing }) => {
    const { id } = await create(allFields)
    expect((await errorOf(create(allFields, user))).status).toBe(status)
    expect((await errorOf(change(id, { title: '別の題' }, user))).status).toBe(status)
    const setting = world.as(user)(tickets.getOwnTicket, { params: { ...room, id } })
    expect((await errorOf(setting)).status).toBe(seeing)
    expect((await errorOf(remove(id, user))).status).toBe(status)
  })

  it('is stored as written', async () => {
    const created = await create({ ...allFields, members_only: 1, no_transfer: 1, reentry: 1 })
    expect(created).toMatchObject({
      title: '星をみる会',
      about: '窓をあけて\n空を',
      venue: '地下のホール',
      opens_at: allFields.opens,
      starts_at: allFields.start,
      valid_until: allFields.end,
      members_only: true,
      no_transfer: true,
      reentry: true,
      number_prefix: 'A',
      number_start: 1,
      number_skip: [4, 9, 40, 41, 42],
      remaining: 30,
      was_issued: false,
    })
    expect(await seen(created.id)).toMatchObject({ title: '星をみる会' })
    const changed = await change(created.id, { about: '', number_skip: '', title: '月をみる会' })
    expect(changed).toMatchObject({ about: '', number_skip: [], title: '月をみる会' })
  })

  it('is a named one only if it is sold, decided before the first application', async () => {
    const free = await errorOf(create({ ...allFields, amount: 0, named: 1 }))
    expect([free.status, free.errors]).toEqual([422, { named: [NAMED_NEEDS_PRICE] }])
    const { id, named } = await create({ ...allFields, amount: 980, named: 1 })
    expect(named).toBe(true)
    expect((await errorOf(change(id, { amount: 0 }))).errors).toEqual({
      named: [NAMED_NEEDS_PRICE],
    })
    expect((await change(id, { named: 0 })).named).toBe(false)
    await world.db.updateTable('digital_ticket').set({ taken: 1 }).where('id', '=', id).execute()
    expect((await errorOf(change(id, { named: 1 }))).errors).toEqual({ named: [NAMED_STANDS] })
  })

  it('moves the opening of its doors with the start if both were equal', async () => {
    const { opens: _, ...rest } = allFields
    const created = await create(rest)
    expect(created.opens_at).toBe(allFields.start)
    const moved = await change(created.id, { start: inHours(world, 49) })
    expect(moved.opens_at).toBe(inHours(world, 49))
  })

  it('is a private draft until published', async () => {
    const { id } = await create({ ...allFields, status: 'draft', venue: '' })
    await expect(seen(id, 'fan')).rejects.toMatchObject({ status: 404 })
    const early = await errorOf(change(id, { status: 'published' }))
    expect([early.status, Object.keys(early.errors)]).toEqual([422, ['venue']])
    await change(id, { status: 'published', venue: 'ホール' })
    expect((await seen(id, 'fan')).status).toBe('published')
    expect((await change(id, { status: 'draft' })).status).toBe('draft')
  })

  it('is a draft with only a title, and can be published once complete', async () => {
    expect(Object.keys((await errorOf(create({ about: '題はまだ' }))).errors)).toEqual(['title'])
    const { id, open_fields, status } = await create({ title: 'いつかの朗読会' })
    expect([status, open_fields]).toEqual(['draft', ['start', 'end', 'amount', 'capacity']])
    const early = await errorOf(change(id, { status: 'published', amount: 500 }))
    expect(Object.keys(early.errors)).toEqual(['start', 'end', 'capacity', 'venue'])
    const start = inHours(world, 48)
    expect((await change(id, { start, capacity: 5 })).open_fields).toEqual(['end', 'amount'])
    const rest = { end: inHours(world, 50), amount: 0, venue: '地下', status: 'published' }
    const done = await change(id, rest)
    expect(done).toMatchObject({ open_fields: [], opens_at: start, starts_at: start, capacity: 5 })
    expect((await seen(id, 'fan')).status).toBe('published')
  })

  it('clears emptied fields', async () => {
    const created = await create(allFields)
    const emptied = { about: '', opens: '', number_prefix: '', number_skip: '' }
    expect(await change(created.id, emptied)).toMatchObject({
      about: '',
      opens_at: allFields.start,
      number_prefix: '',
      number_skip: [],
    })
  })

  it('reports all missing fields at once', async () => {
    const answer = await errorOf(create({ about: '題はまだ', status: 'published' }))
    const missing = ['title', 'start', 'end', 'amount', 'capacity', 'venue']
    expect(Object.keys(answer.errors)).toEqual(missing)
  })

  it.each([
    { what: 'a start in the past', hours: { opens: -2, start: -1 }, field: 'start' },
    { what: 'doors that open after the start', hours: { opens: 49 }, field: 'opens' },
    { what: 'an end before the start', hours: { end: 48 }, field: 'end' },
    { what: 'more than three days', hours: { end: 47 + TICKET_MAX.hours + 1 }, field: 'end' },
    { what: 'no places', fields: { capacity: 0 }, field: 'capacity' },
    { what: 'a long title', fields: { title: 'あ'.repeat(101) }, field: 'title' },
    {
      what: 'a prefix that ends in a figure',
      fields: { number_prefix: 'A1' },
      field: 'number_prefix',
    },
    { what: 'skipped words', fields: { number_skip: '四' }, field: 'number_skip' },
    { what: 'skipped numbers backwards', fields: { number_skip: '9-4' }, field: 'number_skip' },
    { what: 'endless skipped numbers', fields: { number_skip: '1-999999' }, field: 'number_skip' },
    { what: 'no status', fields: { status: 'cancelled' }, field: 'status' },
  ] as { what: string; fields?: Fields; hours?: Record<string, number>; field: string }[])(
    'is refused with $what, with a message at $field',
    async ({ fields = {}, hours = {}, field }) => {
      const times = Object.entries(hours).map(([name, n]) => [name, inHours(world, n)])
      const answer = await errorOf(
        create({ ...allFields, ...fields, ...Object.fromEntries(times) }),
      )
      expect([answer.status, Object.keys(answer.errors)]).toEqual([422, [field]])
      expect(answer.errors[field][0]).toMatch(/[ぁ-ん]/)
    },
  )

  it.each([
    ...['0', '50', '9999999'].map((amount) => ({ amount, status: 200 })),
    ...['1', '49', '10000000', '-1', '3,000', '３０００', 'NaN'].map((amount) => ({
      amount,
      status: 422,
    })),
  ])('price of $amount: $status (38)', async ({ amount, status }) => {
    const answer = await errorOf(create({ ...allFields, amount }))
    expect(answer.status).toBe(status)
    if (status === 422) expect(answer.errors).toEqual({ amount: [PRICE_WRONG] })
  })

  it('can have a price only if its owner may sell', async () => {
    await world.db.updateTable('seller_account').set({ charges_enabled: 0 }).execute()
    const answer = await errorOf(create({ ...allFields, amount: 500 }))
    expect(answer.status).toBe(409)
    expect(answer.errors.amount[0]).toContain('収益化')
    expect((await create({ ...allFields, amount: 500, status: 'draft' })).amount).toBe(500)
  })

  describe('that changes its time or venue', () => {
    const news = () => world.mail.sent.filter(({ text }) => text.includes('変更されました'))
    const listed = async (user: string) =>
      (await world.as(user)(notifications.listNotifications, { query: {} })).items.filter(
        ({ title }) => title === '公演の日時・会場が変わりました',
      )

    it('tells its holders, once for each change', async () => {
      const { id } = await create({ ...allFields, members_only: 0 })
      await join(id, 'fan')
      const start = inHours(world, 49)
      await change(id, { start, venue: '丘の上のホール' })
      await world.deliver()
      await world.deliver()
      expect(news()).toHaveLength(1)
      const [{ to, subject, text }] = news() as [Sent]
      expect([to, subject]).toEqual(['fan@room.test', '【Room】公演の日時と会場が変わりました'])
      expect(text).toContain('会場：地下のホール\n→ 丘の上のホール')
      expect(text).toContain(`開演：${formatMoment(inHours(world, 48))}\n→ ${formatMoment(start)}`)
      expect(text).not.toContain('開場：')
      expect(text).toContain('/community/aoi/seller')
      expect(await listed('fan')).toHaveLength(1)
      await change(id, { opens: inHours(world, 46) })
      await world.deliver()
      expect(
        news()
          .map(({ subject }) => subject)
          .at(-1),
      ).toBe('【Room】公演の日時が変わりました')
      expect(news()).toHaveLength(2)
      expect(await listed('fan')).toHaveLength(1)
      expect(await listed('other')).toEqual([])
    })

    it('tells nobody of what stays, of a draft, or of a ticket that is no longer theirs', async () => {
      const { id } = await create({ ...allFields, members_only: 0 })
      await change(id, { venue: '丘の上のホール' })
      await join(id, 'fan')
      await change(id, { venue: '丘の上のホール', title: '月をみる会' })
      await world.db.updateTable('issued_ticket').set({ status: 'cancelled' }).execute()
      await change(id, { venue: '地下のホール' })
      await world.deliver()
      expect(news()).toEqual([])
    })
  })

  it('keeps the terms promised to holders', async () => {
    const { id } = await create({ ...allFields, members_only: 0, no_transfer: 1 })
    for (const user of ['fan', 'other']) await join(id, user)
    const errorFields = async (fields: Fields) =>
      Object.keys((await errorOf(change(id, fields))).errors)
    expect(await errorFields({ capacity: 1 })).toEqual(['capacity'])
    expect(await errorFields({ status: 'draft' })).toEqual(['status'])
    expect(await errorFields({ number_prefix: 'B', number_start: 5, number_skip: '7' })).toEqual([
      'number_prefix',
      'number_start',
      'number_skip',
    ])
    // More than was promised may be given, and stays so.
    expect(await change(id, { no_transfer: 0 })).toMatchObject({ no_transfer: false })
    expect(await errorFields({ no_transfer: 1 })).toEqual(['no_transfer'])
    const same = { number_prefix: 'A', number_start: 1, number_skip: '4, 9, 40-42' }
    expect(await change(id, { ...same, capacity: 2, venue: '別のホール' })).toMatchObject({
      remaining: 0,
      venue: '別のホール',
      was_issued: true,
    })
  })

  it('requires an open room', async () => {
    const { id } = await create(allFields)
    await world.db.updateTable('room').set({ state: 8 }).execute()
    for (const call of [
      () => create(allFields),
      () => change(id, { title: '別' }),
      () => remove(id),
    ])
      expect((await errorOf(call())).status).toBe(409)
  })

  it('can be deleted with its gates while it has no holders and orders', async () => {
    const { id } = await create(allFields)
    await claimGatePhone(world, id, 'A入口')
    await remove(id)
    await expect(seen(id, 'aoi')).rejects.toMatchObject({ status: 404 })
    expect(await world.db.selectFrom('gate').select('id').execute()).toEqual([])
    const soldTicket = await create(allFields)
    await join(soldTicket.id, 'fan')
    expect((await errorOf(remove(soldTicket.id))).message).toContain('お持ちの方')
    const written = await create(allFields)
    const gate = await claimGatePhone(world, written.id, 'A入口')
    await gate.write('refuse', '')
    await gate.send()
    expect((await errorOf(remove(written.id))).message).toContain('下書き')
  })

  it('cannot be deleted once somebody began to pay', async () => {
    const { id } = await create({ ...allFields, amount: 500 })
    const body = { token: 'tok_visa' }
    await world.as('fan')(tickets.startTicketJoin, { params: { id }, body })
    expect((await errorOf(remove(id))).message).toContain('手続き中')
  })

  it('can be given to a named user, once, while seats are left', async () => {
    const { id } = await create({ ...allFields, amount: 5_000, capacity: 2 })
    expect((await give(id, ' ＠Other')).number).toBe('A 001')
    const [ticket] = (await world.as('other')(tickets.listIssued, {})).items
    expect(ticket).toMatchObject({ status: 'valid', number: 'A 001', ticket: { id } })
    await world.deliver()
    expect(world.mail.sent.at(-1)?.subject).toBe('【Room】入場チケットが届きました')
    const status = async (name: string, user?: string) =>
      (await errorOf(give(id, name, user))).status
    expect(await status('other')).toBe(409)
    expect(await status('nobody')).toBe(422)
    expect(await status('aoi')).toBe(409)
    expect(await status('fan', 'other')).toBe(403)
    await change(id, { members_only: 1 })
    await makeUser(world, 'third')
    expect(await status('third')).toBe(409)
    expect(await status('@fan')).toBe(200)
    await change(id, { members_only: 0 })
    expect((await errorOf(give(id, 'third'))).message).toBe('チケットは売り切れました。')
    const { taken } = await world.db
      .selectFrom('digital_ticket')
      .select('taken')
      .executeTakeFirstOrThrow()
    expect(taken).toBe(2)
  })

  it('shows a processed picture, and deletes the former one', async () => {
    const bytes = await sharp({
      create: { width: 40, height: 30, channels: 3, background: '#37c' },
    })
      .png()
      .toBuffer()
    const image = new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' })
    const created = await create({ ...allFields, image })
    expect(created.image_path).toMatch(/^\/media\/public\/ticket\/[\w-]+\.webp$/)
    const readMedia = (path: string | null) => world.deps.media.read(path!.replace('/media/', ''))
    expect(await readMedia(created.image_path)).not.toBeNull()
    expect((await change(created.id, { image: '' })).image_path).toBeNull()
    expect(await readMedia(created.image_path)).toBeNull()
    const invalidFile = new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })
    const answer = await errorOf(change(created.id, { image: invalidFile, title: '別' }))
    expect(Object.keys(answer.errors)).toEqual(['image'])
  })
})
