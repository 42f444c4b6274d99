import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live } from '#contract/live/calls.ts'
import type { Report } from '#contract/reports/calls.ts'
import { REPORT_REASON_MAX, REPORTS_OF_ONE } from '#contract/reports/limits.ts'
import { REPORT_OWN, TOO_MANY_REPORTS } from '#contract/reports/messages.ts'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
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
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('reports by users on %s', (database) => {
  let world: World
  let talkId: string
  beforeEach(async () => {
    world = await createWorld(database)
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
    talkId = id
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
    const responseBody = (await answer.json()) as { id?: string; message?: string; errors?: object }
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...responseBody }
  }
  const storedReports = () =>
    world.db.selectFrom('report').selectAll().orderBy('created_at').execute()
  const messageId = async () =>
    (await world.db.selectFrom('message').select('id').executeTakeFirstOrThrow()).id

  it('reach the operators with a copy of the content and its author', async () => {
    const cases: [Partial<Report>, author: string, evidence: object][] = [
      [{ kind: 'room', id: 'aoi' }, 'aoi', { title: expect.any(String) }],
      [{ kind: 'user', id: 'troll' }, 'troll', { name: 'troll' }],
      [{ kind: 'event', id: 'live' }, 'aoi', { title: '配信' }],
      [{ kind: 'thread', id: 'thread' }, 'aoi', { text: '会員だけの話' }],
      [{ kind: 'comment', id: 'comment' }, 'troll', { text: 'ひどい言葉' }],
      [{ kind: 'talk', id: talkId, event_id: 'live' }, 'troll', { message: '暴言' }],
      [{ kind: 'message', id: await messageId() }, 'aoi', { text: 'しつこい話' }],
    ]
    for (const [body, author, evidence] of cases) {
      const { status, id } = await send('fan', { category: 'harassment', ...body })
      expect([body.kind, status]).toEqual([body.kind, 201])
      const row = (await storedReports()).find((report) => report.id === id)!
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

  it('keep the text of a message that its author deletes later', async () => {
    await send('fan', { kind: 'talk', id: talkId, event_id: 'live' })
    await world.as('troll')(live.deleteTalk, { params: { id: 'live', message_id: talkId } })
    const [report] = await storedReports()
    expect(JSON.parse(report!.evidence)).toMatchObject({ message: '暴言' })
    expect(await send('aoi', { kind: 'talk', id: talkId, event_id: 'live' })).toMatchObject({
      status: 404,
    })
  })

  it('are stored once per person and content, in sequence or concurrently', async () => {
    const body = { kind: 'talk', id: talkId, event_id: 'live' } as const
    const both = await Promise.all([send('fan', body), send('fan', body)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201])
    const again = await send('fan', { ...body, reason: 'もう一度' })
    expect([again.status, again.id]).toEqual([200, both[0].id])
    expect((await send('aoi', body)).status).toBe(201)
    expect((await storedReports()).map(({ reporter_id }) => reporter_id).sort()).toEqual([
      'aoi',
      'fan',
    ])
  })

  it('answer 404 for content the reporter cannot see', async () => {
    const hidden: Partial<Report>[] = [
      { kind: 'talk', id: talkId, event_id: 'live' },
      { kind: 'comment', id: 'comment' },
      { kind: 'message', id: await messageId() },
    ]
    await makeEvent(world, 'room-aoi', { id: 'draft', status: 'draft' })
    hidden.push({ kind: 'event', id: 'draft' })
    const absent: Partial<Report>[] = [
      { kind: 'talk', id: talkId, event_id: 'gone' },
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
        message: STATUS_MESSAGES[404],
      })
    expect(await storedReports()).toEqual([])
  })

  it('answer 404 for content of a suspended room, also to members', async () => {
    await world.db.updateTable('room').set({ state: 9 }).where('id', '=', 'room-aoi').execute()
    for (const body of [
      { kind: 'room', id: 'aoi' },
      { kind: 'thread', id: 'thread' },
      { kind: 'comment', id: 'comment' },
      { kind: 'event', id: 'live' },
    ] as const)
      expect([body.kind, (await send('fan', body)).status]).toEqual([body.kind, 404])
    expect(await storedReports()).toEqual([])
  })

  it('are refused to visitors and for own content', async () => {
    expect((await send(null, { kind: 'room', id: 'aoi' })).status).toBe(401)
    for (const body of [
      { kind: 'talk', id: talkId, event_id: 'live' },
      { kind: 'user', id: 'troll' },
    ] as const)
      expect(await send('troll', body)).toMatchObject({ status: 403, message: REPORT_OWN })
    expect(await storedReports()).toEqual([])
  })

  it.each<{ what: string; body: object; field: string }>([
    { what: 'no reason', body: { reason: ' ' }, field: 'reason' },
    { what: 'a book', body: { reason: '𠮷'.repeat(REPORT_REASON_MAX + 1) }, field: 'reason' },
    { what: 'another kind', body: { kind: 'planet' }, field: 'kind' },
    { what: 'a message of no event', body: { kind: 'talk' }, field: 'event_id' },
    { what: 'a category of its own', body: { category: 'boring' }, field: 'category' },
  ])('refuses $what, naming the field', async ({ body, field }) => {
    const response = await send('fan', { kind: 'room', id: 'aoi', ...body } as Partial<Report>)
    expect([response.status, Object.keys(response.errors!)]).toEqual([422, [field]])
  })

  it('are limited per hour and person, with the waiting time', async () => {
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

  it('have the same limit after the clock was ahead (72)', async () => {
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
