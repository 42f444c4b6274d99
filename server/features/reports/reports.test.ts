import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REPORT_REASON_MAX, REPORTS_OF_ONE } from '#contract/limits.ts'
import { live } from '#contract/live.ts'
import { REFUSED, REPORT_OWN, TOO_MANY_REPORTS } from '#contract/messages.ts'
import type { Report } from '#contract/reports.ts'
import {
  makeComment,
  makeConversation,
  makeEvent,
  makeMember,
  makeRoom,
  makeThread,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('what people report on %s', (database) => {
  let world: World
  let said: string
  beforeEach(async () => {
    world = await openWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'troll', 'stranger']) await makeUser(world, name)
    for (const name of ['fan', 'troll']) await makeMember(world, 'room-aoi', name)
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1, title: '配信' })
    for (const name of ['fan', 'troll']) await makeTicket(world, 'live', name)
    await makeThread(world, 'room-aoi', 'aoi', {
      id: 'thread',
      title: '日記',
      text: '会員だけの話',
    })
    await makeComment(world, 'thread', 'troll', { id: 'comment', text: 'ひどい言葉' })
    await makeConversation(world, { fan: 1, aoi: 0 }, [{ by: 'aoi', text: 'しつこい話' }], {
      id: 'letters',
      room_id: 'room-aoi',
    })
    const { id } = await world.as('troll')(live.postTalk, {
      params: { id: 'live' },
      body: { message: '暴言' },
    })
    said = id
  })
  afterEach(() => world.close())

  const send = async (user: string | null, body: Partial<Report>) => {
    const headers = new Headers({ 'content-type': 'application/json' })
    if (user) headers.set('authorization', `Bearer ${await world.tokenOf(user)}`)
    const answer = await world.fetch('/api/application/report', {
      method: 'POST',
      headers,
      body: JSON.stringify({ reason: '見てください', ...body }),
    })
    const said = (await answer.json()) as { id?: string; message?: string; errors?: object }
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...said }
  }
  const kept = () => world.db.selectFrom('report').selectAll().orderBy('created_at').execute()
  const messageId = async () =>
    (await world.db.selectFrom('message').select('id').executeTakeFirstOrThrow()).id

  it('reaches those who run the service, with what was reported as it stood and whose it is', async () => {
    const cases: [Partial<Report>, author: string, evidence: object][] = [
      [{ kind: 'room', id: 'aoi' }, 'aoi', { title: expect.any(String) }],
      [{ kind: 'user', id: 'troll' }, 'troll', { name: 'troll' }],
      [{ kind: 'event', id: 'live' }, 'aoi', { title: '配信' }],
      [{ kind: 'thread', id: 'thread' }, 'aoi', { text: '会員だけの話' }],
      [{ kind: 'comment', id: 'comment' }, 'troll', { text: 'ひどい言葉' }],
      [{ kind: 'talk', id: said, event_id: 'live' }, 'troll', { message: '暴言' }],
      [{ kind: 'message', id: await messageId() }, 'aoi', { text: 'しつこい話' }],
    ]
    for (const [body, author, evidence] of cases) {
      const { status, id } = await send('fan', { category: 'harassment', ...body })
      expect([body.kind, status]).toEqual([body.kind, 201])
      const row = (await kept()).find((report) => report.id === id)!
      expect(row).toMatchObject({
        kind: body.kind,
        reporter_id: 'fan',
        author_id: author,
        category: 'harassment',
        reason: '見てください',
        status: 'open',
        event_id: body.event_id ?? null,
      })
      expect(JSON.parse(row.evidence)).toMatchObject(evidence)
    }
  })

  it('keeps the words of a message that its author deletes afterwards', async () => {
    await send('fan', { kind: 'talk', id: said, event_id: 'live' })
    await world.as('troll')(live.deleteTalk, { params: { id: 'live', message_id: said } })
    const [report] = await kept()
    expect(JSON.parse(report!.evidence)).toMatchObject({ message: '暴言' })
    expect(await send('aoi', { kind: 'talk', id: said, event_id: 'live' })).toMatchObject({
      status: 404,
    })
  })

  it('is kept once a person and thing, one after the other or both at once', async () => {
    const body = { kind: 'talk', id: said, event_id: 'live' } as const
    const both = await Promise.all([send('fan', body), send('fan', body)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201])
    const again = await send('fan', { ...body, reason: 'もう一度' })
    expect([again.status, again.id]).toEqual([200, both[0].id])
    expect((await send('aoi', body)).status).toBe(201)
    expect((await kept()).map(({ reporter_id }) => reporter_id).sort()).toEqual(['aoi', 'fan'])
  })

  it('tells nobody of what they do not see: it is not found, in the words of what is not there', async () => {
    const hidden: Partial<Report>[] = [
      { kind: 'talk', id: said, event_id: 'live' },
      { kind: 'comment', id: 'comment' },
      { kind: 'message', id: await messageId() },
    ]
    await makeEvent(world, 'room-aoi', { id: 'draft', status: 'draft' })
    hidden.push({ kind: 'event', id: 'draft' })
    const absent: Partial<Report>[] = [
      { kind: 'talk', id: said, event_id: 'gone' },
      { kind: 'talk', id: "' or 1=1", event_id: 'live' },
      { kind: 'comment', id: 'gone' },
      { kind: 'message', id: 'gone' },
      { kind: 'room', id: 'gone' },
      { kind: 'user', id: 'gone' },
      { kind: 'thread', id: 'gone' },
    ]
    for (const body of [...hidden, ...absent])
      expect(await send('stranger', body)).toEqual({
        status: 404,
        retryAfter: null,
        message: REFUSED[404],
      })
    expect(await kept()).toEqual([])
  })

  it('of a suspended room’s things is not found by its members either', async () => {
    await world.db.updateTable('room').set({ state: 9 }).where('id', '=', 'room-aoi').execute()
    for (const body of [
      { kind: 'room', id: 'aoi' },
      { kind: 'thread', id: 'thread' },
      { kind: 'comment', id: 'comment' },
      { kind: 'event', id: 'live' },
    ] as const)
      expect([body.kind, (await send('fan', body)).status]).toEqual([body.kind, 404])
    expect(await kept()).toEqual([])
  })

  it('is not for visitors, nor for one’s own things', async () => {
    expect((await send(null, { kind: 'room', id: 'aoi' })).status).toBe(401)
    for (const body of [
      { kind: 'talk', id: said, event_id: 'live' },
      { kind: 'user', id: 'troll' },
    ] as const)
      expect(await send('troll', body)).toMatchObject({ status: 403, message: REPORT_OWN })
    expect(await kept()).toEqual([])
  })

  it.each<{ what: string; body: object; field: string }>([
    { what: 'no reason', body: { reason: ' ' }, field: 'reason' },
    { what: 'a book', body: { reason: '𠮷'.repeat(REPORT_REASON_MAX + 1) }, field: 'reason' },
    { what: 'another kind', body: { kind: 'planet' }, field: 'kind' },
    { what: 'a message of no event', body: { kind: 'talk' }, field: 'event_id' },
    { what: 'a category of its own', body: { category: 'boring' }, field: 'category' },
  ])('refuses $what, naming the field', async ({ body, field }) => {
    const refused = await send('fan', { kind: 'room', id: 'aoi', ...body } as Partial<Report>)
    expect([refused.status, Object.keys(refused.errors!)]).toEqual([422, [field]])
  })

  it('lets one person report so much an hour, then says how long to wait', async () => {
    for (let n = 0; n < REPORTS_OF_ONE.max; n++) {
      await makeUser(world, `user${n}`)
      expect((await send('fan', { kind: 'user', id: `user${n}` })).status).toBe(201)
    }
    expect(await send('fan', { kind: 'room', id: 'aoi' })).toMatchObject({
      status: 429,
      retryAfter: '3600',
      message: TOO_MANY_REPORTS,
    })
    expect((await send('fan', { kind: 'user', id: 'user0' })).status).toBe(200)
    expect((await send('stranger', { kind: 'room', id: 'aoi' })).status).toBe(201)
    world.clock.move(REPORTS_OF_ONE.perMs)
    expect((await send('fan', { kind: 'room', id: 'aoi' })).status).toBe(201)
  })

  it('72: lets one person report as much though the clock was ahead as they did', async () => {
    const reported = async (some: string) => {
      for (let n = 1; n < REPORTS_OF_ONE.max; n++) {
        await makeUser(world, `${some}${n}`)
        expect((await send('fan', { kind: 'user', id: `${some}${n}` })).status).toBe(201)
      }
    }
    world.clock.move(REPORTS_OF_ONE.perMs)
    await reported('early')
    world.clock.move(-REPORTS_OF_ONE.perMs)
    await reported('late')
    expect((await send('fan', { kind: 'room', id: 'aoi' })).status).toBe(201)
    expect((await send('fan', { kind: 'user', id: 'stranger' })).status).toBe(429)
  })
})
