import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { PRICE_WRONG } from '#contract/orders/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { TAGS_TOO_MANY } from '#contract/shared/tags.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import { pngBomb } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeStaff,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

type Fields = Parameters<typeof formOf>[0]

describe.each(apiDatabaseNames)('event edited by its owner, on %s', (database) => {
  let world: World
  let allFields: Fields

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし喫茶室' })
    await makeSeller(world, 'aoi')
    await makeRoom(world, 'mio')
    for (const name of ['fan', 'other', 'mod']) await makeUser(world, name)
    for (const name of ['fan', 'other']) await makeMember(world, 'room-aoi', name)
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    allFields = {
      title: '星をみる会',
      about: '窓をあけて\r\n空を',
      start: inHours(world, 48),
      end: inHours(world, 50),
      amount: 1_980,
      capacity: 30,
      status: 'published',
    }
  })
  afterEach(() => world.close())

  const create = (fields: Fields, user: string | null = 'aoi') =>
    world.as(user)(events.createOwn, { body: formOf(fields) })
  const change = (id: string, fields: Fields, user: string | null = 'aoi') =>
    world.as(user)(events.changeOwn, { params: { id }, body: formOf(fields) })
  const seen = (id: string, user: string | null = null) =>
    world.as(user)(events.getEvent, { params: { id } })
  const errorOf = (call: Promise<unknown>) =>
    call.then(
      () => ({ status: 200, errors: {} }),
      ({ status, errors }) => ({ status, errors }),
    )
  const calendar = async (id: string) =>
    (await world.fetch(`/api/application/event/${id}/calendar.ics`)).text()

  it.each([
    { who: 'a visitor', user: null, creating: 401, changing: 401 },
    { who: 'a member', user: 'fan', creating: 409, changing: 404 },
    { who: 'a moderator', user: 'mod', creating: 409, changing: 404 },
    { who: 'another owner', user: 'mio', creating: 200, changing: 404 },
    { who: 'the owner', user: 'aoi', creating: 200, changing: 200 },
  ])('answers $who with $creating to creation and $changing to changes', async (row) => {
    const { id } = await create(allFields)
    expect((await errorOf(create({ title: '私の' }, row.user))).status).toBe(row.creating)
    expect((await errorOf(change(id, { title: '別の題' }, row.user))).status).toBe(row.changing)
    expect((await seen(id)).title).toBe(row.changing === 200 ? '別の題' : '星をみる会')
  })

  it('requires an open room', async () => {
    const { id } = await create(allFields)
    for (const state of [8, 9] as const) {
      await world.db.updateTable('room').set({ state }).execute()
      expect((await errorOf(create(allFields))).status).toBe(409)
      expect((await errorOf(change(id, { title: '別' }))).status).toBe(409)
    }
  })

  it('starts as a private draft that needs only a title', async () => {
    expect((await errorOf(create({ about: '題はまだ' }))).errors).toEqual({
      title: ['タイトルを入力してください'],
    })
    const draft = await create({ title: '題だけ', start: '', amount: '' })
    expect(draft.status).toBe('draft')
    expect(draft.open_fields).toEqual(['start', 'end', 'amount', 'capacity'])
    for (const user of [null, 'fan', 'mod', 'mio'])
      await expect(seen(draft.id, user)).rejects.toMatchObject({ status: 404 })
    const published = errorOf(change(draft.id, { status: 'published', amount: 0 }))
    expect(Object.keys((await published).errors).sort()).toEqual(['capacity', 'end', 'start'])
    const { title: _, ...rest } = allFields
    const done = await change(draft.id, rest)
    expect(done).toMatchObject({ status: 'published', open_fields: [], title: '題だけ' })
    expect((await seen(draft.id)).title).toBe('題だけ')
  })

  it('is stored, found by search, and announced to viewers when changed', async () => {
    const notified: string[] = []
    world.deps.bus.subscribe(EVENT_CHANGED, (id) => void notified.push(id))
    const created = await create({ ...allFields, archive_days: 7, live_talk: 0, auto_start: 1 })
    expect(created).toMatchObject({
      title: '星をみる会',
      about: '窓をあけて\n空を',
      amount: 1_980,
      capacity: 30,
      sales_end: allFields.start,
      archive_days: 7,
      live_talk: 0,
      auto_start: 1,
    })
    const find = async (search: string) =>
      (await world.as(null)(events.listEvents, { query: { search } })).items.length
    expect(await find('星をみる')).toBe(1)
    await change(created.id, { title: '月をみる会', start: '' })
    expect([await find('星をみる'), await find('月をみる')]).toEqual([0, 1])
    expect((await seen(created.id)).about).toBe('窓をあけて\n空を')
    expect(notified).toEqual([created.id, created.id])
  })

  it('has tags, which are normalized, found in any spelling, and refused if too many', async () => {
    const tagged = async (tag: string) =>
      (await world.as(null)(events.listEvents, { query: { tag } })).items.length
    const { id, tags } = await create({ ...allFields, tags: '#星空、ＡＳＭＲ asmr' })
    expect(tags).toEqual(['星空', 'ASMR'])
    expect([await tagged('asmr'), await tagged('#星空'), await tagged('星')]).toEqual([1, 1, 0])
    expect((await change(id, { title: '月をみる会' })).tags).toEqual(['星空', 'ASMR'])
    expect((await errorOf(change(id, { tags: '一 二 三 四 五 六' }))).errors).toEqual({
      tags: [TAGS_TOO_MANY],
    })
    const find = async (search: string) =>
      (await world.as(null)(events.listEvents, { query: { search } })).items.length
    expect(await find('#星空')).toBe(1)
    await world.as('aoi')(rooms.changeRoom, {
      params: { id: 'aoi' },
      body: formOf({ title: '夜' }),
    })
    expect(await find('#星空')).toBe(1)
    expect((await change(id, { tags: '' })).tags).toEqual([])
    expect([await tagged('星空'), await find('#星空')]).toEqual([0, 0])
  })

  it('with a tag is listed only once it is published', async () => {
    const tagged = async () =>
      (await world.as(null)(events.listEvents, { query: { tag: '星空' } })).items.length
    const { id } = await create({ title: '題だけ', tags: '星空' })
    expect(await tagged()).toBe(0)
    await change(id, allFields)
    expect(await tagged()).toBe(1)
  })

  it('clears emptied fields, except required ones', async () => {
    const sales_end = inHours(world, 47)
    const { id } = await create({ ...allFields, sales_end, archive_days: 7 })
    const emptied = { title: '', about: '', sales_end: '', archive_days: '', start: '' }
    expect(await change(id, emptied)).toMatchObject({
      title: '星をみる会',
      about: '',
      start: allFields.start,
      sales_end: allFields.start,
      archive_days: 0,
    })
  })

  it.each([
    { what: 'a long title', fields: { title: 'あ'.repeat(101) }, field: 'title' },
    { what: 'a long text', fields: { about: 'あ'.repeat(5_001) }, field: 'about' },
    { what: 'no moment', fields: { start: '明日' }, field: 'start' },
    { what: 'a day that is none', fields: { start: '2026-02-30T00:00:00Z' }, field: 'start' },
    { what: 'a start in the past', hours: { start: -1, end: 1 }, field: 'start' },
    { what: 'an end before the start', hours: { end: 47 }, field: 'end' },
    { what: 'more than a day', hours: { end: 73 }, field: 'end' },
    { what: 'sales after the end', hours: { sales_end: 51 }, field: 'sales_end' },
    { what: 'no seats', fields: { capacity: 0 }, field: 'capacity' },
    { what: 'too many seats', fields: { capacity: 100_001 }, field: 'capacity' },
    { what: 'half a seat', fields: { capacity: '1.5' }, field: 'capacity' },
    { what: 'too long a window', fields: { archive_days: 366 }, field: 'archive_days' },
    { what: 'no status', fields: { status: 'cancelled' }, field: 'status' },
    { what: 'no switch', fields: { live_talk: '2' }, field: 'live_talk' },
  ] as { what: string; fields?: Fields; hours?: Record<string, number>; field: string }[])(
    'is refused with $what, with a message at $field',
    async ({ fields = {}, hours = {}, field }) => {
      const times = Object.entries(hours).map(([name, n]) => [name, inHours(world, n)])
      const answer = await errorOf(
        create({ ...allFields, ...fields, ...Object.fromEntries(times) }),
      )
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.errors)).toEqual([field])
      expect(answer.errors[field][0]).toMatch(/[ぁ-ん]/)
    },
  )

  it.each([
    ...['0', '50', '980', '9999999'].map((amount) => ({ amount, good: true })),
    ...['1', '49', '10000000', '-1', '980.5', '3,000', '３０００', '1e3', ' 980', 'NaN'].map(
      (amount) => ({ amount, good: false }),
    ),
  ])('price of $amount is accepted: $good (38)', async ({ amount, good }) => {
    const answer = await errorOf(create({ ...allFields, amount }))
    expect(answer).toEqual(
      good ? { status: 200, errors: {} } : { status: 422, errors: { amount: [PRICE_WRONG] } },
    )
  })

  it('can have a price only if its owner may sell; a draft need not', async () => {
    const answer = await errorOf(create(allFields, 'mio'))
    expect(answer.status).toBe(409)
    expect(answer.errors.amount[0]).toContain('収益化')
    const draft = await create({ ...allFields, status: 'draft' }, 'mio')
    expect((await errorOf(change(draft.id, { status: 'published' }, 'mio'))).status).toBe(409)
    const free = await change(draft.id, { status: 'published', amount: 0 }, 'mio')
    expect(free.status).toBe('published')
    expect((await errorOf(change(draft.id, { amount: 500 }, 'mio'))).status).toBe(409)
    await world.db.updateTable('seller_account').set({ charges_enabled: 0 }).execute()
    expect((await errorOf(create(allFields))).status).toBe(409)
  })

  it('keeps the terms promised to ticket holders', async () => {
    const { id } = await create({ ...allFields, archive_days: 7 })
    expect((await change(id, { status: 'draft' })).status).toBe('draft')
    await change(id, { status: 'published', archive_days: 3 })
    for (const user of ['fan', 'other']) await makeTicket(world, id, user)
    for (const [field, value] of Object.entries({ capacity: 1, archive_days: 2, status: 'draft' }))
      expect(Object.keys((await errorOf(change(id, { [field]: value }))).errors)).toEqual([field])
    const rest = { capacity: 2, archive_days: 9, amount: 500, title: '新しい題' }
    expect(await change(id, rest)).toMatchObject(rest)
    expect(await seen(id)).toMatchObject({ remaining: 0, moved_from: null })
    await world.deliver()
    expect(world.mail.sent).toEqual([])
  })

  it('sells no seat that is removed concurrently', async () => {
    const { id } = await create({ ...allFields, amount: 0, capacity: 5 })
    const results = await Promise.allSettled([
      ...['fan', 'other'].map((user) => world.as(user)(events.join, { body: { event_id: id } })),
      change(id, { capacity: 1 }),
    ])
    const after = await world.as('aoi')(events.getOwn, { params: { id } })
    expect(after.taken).toBeLessThanOrEqual(after.capacity)
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
  })

  it.each([1, 2, 3] as const)(
    'allows few changes once it has begun (%i)',
    async (publishment_flg) => {
      const { id } = await create({ ...allFields, archive_days: 3 })
      const archive_until = inHours(world, 72)
      await world.db
        .updateTable('event')
        .set({ publishment_flg, archive: 1, archive_until })
        .execute()
      const moved = {
        start: inHours(world, 49),
        end: inHours(world, 51),
        sales_end: inHours(world, 47),
        amount: 50,
        capacity: 31,
        live_talk: 0,
        auto_start: 1,
        status: 'draft',
      }
      for (const [field, value] of Object.entries(moved))
        expect(Object.keys((await errorOf(change(id, { [field]: value }))).errors)).toContain(field)
      expect((await errorOf(change(id, { archive_days: 2 }))).status).toBe(422)
      const after = await change(id, { title: '題', about: '話', archive_days: 4 })
      expect(after).toMatchObject({ title: '題', about: '話', archive_days: 4 })
      expect(after.archive_until).toBe(inHours(world, 96))
    },
  )

  it('cannot reopen a closed archive or change a cancelled event', async () => {
    const { id } = await create({ ...allFields, archive_days: 3 })
    const over = { publishment_flg: 3, archive: 1, archive_until: inHours(world, -1) } as const
    await world.db.updateTable('event').set(over).execute()
    expect(Object.keys((await errorOf(change(id, { archive_days: 9 }))).errors)).toEqual([
      'archive_days',
    ])
    await world.db.updateTable('event').set({ status: 'cancelled' }).execute()
    expect((await errorOf(change(id, { title: '別' }))).status).toBe(409)
  })

  it('emails holders once each when it moves, and shows it on its page', async () => {
    const { id } = await create(allFields)
    await makeTicket(world, id, 'fan')
    const start = inHours(world, 60)
    await change(id, { start, end: inHours(world, 62) })
    for (let n = 0; n < 3; n++) await world.deliver()
    expect(world.mail.sent.map(({ to }) => to)).toEqual(['fan@room.test'])
    const [email] = world.mail.sent
    expect(email!.subject).toContain('日時が変わりました')
    expect(email!.text).toMatch(/開始：.+\n→ .+\n+終了：.+\n→ .+/)
    expect(await seen(id, 'fan')).toMatchObject({
      moved_from: allFields.start,
      start,
      sales_end: start,
    })
    const listed = async () =>
      (await world.as('fan')(notifications.listNotifications, { query: {} })).items.filter(
        ({ title }) => title === 'イベントの内容が変わりました',
      )
    expect(await listed()).toMatchObject([{ path: `/community/aoi/event/${id}`, unread: true }])
    await change(id, { start: inHours(world, 61) })
    for (let n = 0; n < 3; n++) await world.deliver()
    expect(await listed()).toHaveLength(1)
    expect(world.mail.sent).toHaveLength(2)
    expect(world.mail.sent[1]!.text).not.toContain('終了:')
  })

  it('emails holders once each when talk is switched off', async () => {
    const { id } = await create(allFields)
    await makeTicket(world, id, 'fan')
    await change(id, { live_talk: 0 })
    await change(id, { live_talk: 0, title: '別の題' })
    for (let n = 0; n < 3; n++) await world.deliver()
    expect(world.mail.sent.map(({ to }) => to)).toEqual(['fan@room.test'])
    expect(world.mail.sent[0]!.subject).toContain('イベントの内容が変わりました')
    expect(world.mail.sent[0]!.text).toContain('トークは、行われないことになりました')
  })

  it('has a calendar file that follows changes', async () => {
    const title = `雨, 雪; 風\\${'空'.repeat(60)}`
    const { id } = await create({ ...allFields, title })
    const text = await calendar(id)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const unfolded = text.replaceAll('\r\n ', '')
    expect(unfolded).toContain(`SUMMARY:雨\\, 雪\\; 風\\\\${'空'.repeat(60)}\r\n`)
    const start = String(allFields.start).replace(/[-:]/g, '').slice(0, 15)
    expect(unfolded).toContain(`DTSTART:${start}Z\r\n`)
    expect(unfolded).toContain('SEQUENCE:0\r\n')
    await change(id, { start: inHours(world, 49) })
    const uid = /UID:.*/.exec(unfolded)![0]
    expect(await calendar(id)).toContain('SEQUENCE:1\r\n')
    await world.as('aoi')(events.cancelOwn, { params: { id } })
    const off = (await calendar(id)).replaceAll('\r\n ', '')
    for (const part of ['STATUS:CANCELLED\r\n', 'SEQUENCE:2\r\n', uid]) expect(off).toContain(part)
    const draft = await create({ title: '下書き' })
    const answer = await world.fetch(`/api/application/event/${draft.id}/calendar.ics`)
    expect(answer.status).toBe(404)
  })

  const image = (bytes: Uint8Array<ArrayBuffer>, type = 'image/png', name = 'a.png') =>
    new File([bytes], name, { type })
  const readMedia = (path: string | null) => world.deps.media.read(path!.replace('/media/', ''))

  it('shows a processed picture: smaller, upright, without location', async () => {
    const photo = await sharp({
      create: { width: 1_600, height: 900, channels: 3, background: '#c33' },
    })
      .withExif({ IFD3: { GPSLatitude: '35/1 40/1 0/1' }, IFD0: { Make: 'Camera' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const file = image(new Uint8Array(photo), 'image/jpeg')
    const created = await create({ ...allFields, thumbnail_image: file })
    expect(created.thumbnail_image_path).toMatch(/^\/media\/public\/event\/[\w-]+\.webp$/)
    const first = await readMedia(created.thumbnail_image_path)
    const { exif, width, height, format } = await sharp(first!).metadata()
    expect({ exif, width, height, format }).toEqual({
      exif: undefined,
      width: 563,
      height: 1_000,
      format: 'webp',
    })
    expect((await change(created.id, { title: '別の題' })).thumbnail_image_path).toBe(
      created.thumbnail_image_path,
    )
    const next = await change(created.id, { thumbnail_image: file })
    expect(await readMedia(created.thumbnail_image_path)).toBeNull()
    expect((await change(created.id, { thumbnail_image: '' })).thumbnail_image_path).toBeNull()
    expect(await readMedia(next.thumbnail_image_path)).toBeNull()
  })

  it.each([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['half a picture', async () => (await plain(400)).subarray(0, 200)],
    ['a bomb of 19,000 × 19,000 pixels', async () => pngBomb()],
    ['eleven megabytes', async () => Buffer.concat([await plain(10), Buffer.alloc(11_000_000)])],
  ])('refuses a picture that is %s, without changes', async (_, bytes) => {
    const { id } = await create(allFields)
    const thumbnail_image = image(new Uint8Array(await bytes()))
    const answer = await errorOf(change(id, { title: '別の題', thumbnail_image }))
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.errors)).toEqual(['thumbnail_image'])
    expect(await seen(id)).toMatchObject({ title: '星をみる会', thumbnail_image_path: null })
  })

  it('keeps the shared file of a demo picture', async () => {
    const path = 'public/demo/stars-1000.png'
    await world.deps.media.put(path, new Uint8Array([1]))
    const { id } = await makeEvent(world, 'room-aoi', { thumbnail_image_path: path })
    await change(id, { thumbnail_image: '' })
    expect(await world.deps.media.read(path)).not.toBeNull()
  })
})

const plain = (side: number) =>
  sharp({
    create: { width: side, height: side, channels: 3, background: '#37c' },
    limitInputPixels: false,
  })
    .png()
    .toBuffer()
