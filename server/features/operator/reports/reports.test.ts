import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { RequestError } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { live } from '#contract/live/calls.ts'
import { operatorReports } from '#contract/operator/reports/calls.ts'
import { reports } from '#contract/reports/calls.ts'
import { DECIDED_BEFORE } from '#contract/reports/messages.ts'
import { threads } from '#contract/threads/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { recount } from '#server/jobs/recount.ts'
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
import { unzip } from '#server/testing/unzip.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const THREAD = { roomid: 'aoi', threadid: 'thread' }
const REASON = '中傷にあたるため'

describe.each(apiDatabaseNames)('decisions on reports, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database, { RATE_LIMITS: 'off' })
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'troll', 'other']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    for (const name of ['admin', 'boss']) await makeUser(world, name, { role: 'operator' })
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1, title: '配信' })
    for (const name of ['fan', 'troll']) await makeTicket(world, 'live', name)
    await makeThread(world, 'room-aoi', 'aoi', { id: 'thread', title: '日記' })
    await makeComment(world, 'thread', 'troll', { id: 'comment', text: 'ひどい言葉' })
    await makeComment(world, 'thread', 'fan', { id: 'reply', parent_id: 'comment', text: 'やめて' })
    await makeComment(world, 'thread', 'fan', { id: 'else', text: 'すてき' })
  })
  afterEach(() => world.close())

  const operator = (name = 'admin') => world.as(name)
  const report = (by: string, kind: 'comment' | 'thread' | 'message' | 'room', id: string) =>
    world.as(by)(reports.report, { body: { kind, id, category: 'harassment', reason: '見て' } })
  const decide = (id: string, outcome: 'upheld' | 'dismissed' = 'upheld', by = 'admin') =>
    operator(by)(operatorReports.decideReport, {
      params: { id },
      body: { outcome, reason: REASON },
    })
  const reverse = (id: string) =>
    operator()(operatorReports.reverseReport, { params: { id }, body: { reason: '見誤ったため' } })
  const queue = async (query = {}) =>
    (await operator()(operatorReports.listReports, { query })).items
  const commentIds = async (as = 'fan') =>
    (await world.as(as)(threads.listComments, { params: THREAD, query: {} })).items.map(
      ({ id }) => id,
    )
  const messagesTo = async (name: string) =>
    (await world.as(name)(inbox.listConversations, { query: {} })).items
      .filter(({ kind }) => kind === 'system')
      .map(({ title }) => title)
  const actions = async () =>
    (await world.db.selectFrom('audit').selectAll().orderBy('id').execute()).map(
      ({ action, target, actor_id, after }) => ({ action, target, actor_id, ...JSON.parse(after) }),
    )
  const counted = async () => (await recount(world.deps)).length

  it('are listed as one case per content, oldest first, with filters for kind, category and state', async () => {
    await report('fan', 'comment', 'comment')
    world.clock.move(1_000)
    await report('fan', 'room', 'aoi')
    world.clock.move(1_000)
    await report('other', 'comment', 'comment')
    expect(await queue()).toMatchObject([
      { kind: 'comment', count: 2, words: 'ひどい言葉', author: { name: 'troll' }, state: 'open' },
      { kind: 'room', count: 1, categories: ['harassment'] },
    ])
    expect(await queue({ kind: 'room' })).toHaveLength(1)
    expect(await queue({ category: 'spam' })).toEqual([])
    expect(await queue({ state: 'upheld' })).toEqual([])
    const [{ id } = { id: '' }] = await queue()
    const one = await operator()(operatorReports.getReport, { params: { id } })
    expect(one).toMatchObject({
      reports: [{ reporter: { name: 'fan' } }, { reporter: { name: 'other' } }],
      now: { state: 'there', hidable: true, text: 'ひどい言葉', room: 'aoi' },
      author: { name: 'troll', status: 'active' },
      decision: null,
    })
  })

  it('hide a comment with its answers, once for all reporters; a reversal restores them', async () => {
    const { id } = await report('fan', 'comment', 'comment')
    await report('other', 'comment', 'comment')
    const decided = await decide(id)
    expect(decided).toMatchObject({
      state: 'upheld',
      now: { state: 'hidden' },
      decision: { hidden: true, by: 'adminさん', reason: REASON },
    })
    expect(await commentIds()).toEqual(['else'])
    expect(await commentIds('troll')).toEqual(['else'])
    expect((await world.as('fan')(threads.getThread, { params: THREAD })).comments).toBe(1)
    expect(await counted()).toBe(0)
    expect(await messagesTo('troll')).toEqual(['コメントを非表示にしました'])
    for (const name of ['fan', 'other'])
      expect(await messagesTo(name)).toEqual(['通報への対応のお知らせ'])
    await world.deliver()
    const mails = world.mail.sent.map(({ to }) => to).sort()
    expect(mails).toEqual(['fan@room.test', 'other@room.test', 'troll@room.test'])
    expect(await queue()).toEqual([])

    expect(await reverse(id)).toMatchObject({ state: 'open', now: { state: 'there' } })
    expect(await commentIds()).toEqual(['comment', 'else', 'reply'])
    expect(await counted()).toBe(0)
    expect(await messagesTo('troll')).toContain('コメントを元に戻しました')
    expect(await messagesTo('fan')).toContain('通報への対応を見直しています')
    expect(await queue()).toMatchObject([{ count: 2 }])
    expect(await actions()).toMatchObject([
      { action: 'report.uphold', target: 'comment:comment', actor_id: 'admin', reports: 2 },
      { action: 'report.reverse', target: 'comment:comment', restored: true },
    ])
  })

  it.each([
    { left: 'its own decision', order: ['comment', 'reply'] as const },
    { left: 'that about what it answers', order: ['reply', 'comment'] as const },
  ])('keep an answer hidden while $left is in force', async ({ order }) => {
    const ids = {
      comment: (await report('fan', 'comment', 'comment')).id,
      reply: (await report('other', 'comment', 'reply')).id,
    }
    for (const one of order) await decide(ids[one])
    await reverse(ids[order[0]])
    const left = order[0] === 'comment' ? ['comment', 'else'] : ['else']
    expect(await commentIds()).toEqual(left)
    expect(await counted()).toBe(0)
    await reverse(ids[order[1]])
    expect(await commentIds()).toEqual(['comment', 'else', 'reply'])
    expect(await counted()).toBe(0)
  })

  it('never reveal the reporter', async () => {
    const { id } = await report('fan', 'comment', 'comment')
    await decide(id)
    await world.deliver()
    const rows = await world.db.selectFrom('message').select('text').execute()
    const mails = world.mail.sent.map(({ text, html }) => text + html)
    for (const text of [...rows.map(({ text }) => text), ...mails]) {
      expect(text).not.toMatch(/fan|admin/)
      expect(text).toContain(REASON)
    }
  })

  it('leave content without a breach, and do not inform its author', async () => {
    const { id } = await report('fan', 'comment', 'comment')
    expect(await decide(id, 'dismissed')).toMatchObject({
      state: 'dismissed',
      now: { state: 'there' },
    })
    expect(await commentIds()).toContain('comment')
    expect(await messagesTo('troll')).toEqual([])
    expect(await messagesTo('fan')).toEqual(['通報への対応のお知らせ'])
    expect(await reverse(id)).toMatchObject({ state: 'open' })
    expect(await messagesTo('troll')).toEqual([])
  })

  it('are made once: the second of two concurrent operators gets a conflict', async () => {
    const { id } = await report('fan', 'comment', 'comment')
    const both = await Promise.allSettled([
      decide(id, 'upheld', 'admin'),
      decide(id, 'dismissed', 'boss'),
    ])
    const errors = both.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as RequestError] : [],
    )
    expect(errors.map(({ status, message }) => [status, message])).toEqual([[409, DECIDED_BEFORE]])
    expect(await actions()).toHaveLength(1)
    expect(await world.db.selectFrom('moderation').selectAll().execute()).toHaveLength(1)
    expect(await messagesTo('fan')).toHaveLength(1)
  })

  it('hide a thread from everyone, while its author keeps it in the export', async () => {
    const { id } = await report('fan', 'thread', 'thread')
    await decide(id)
    for (const who of ['fan', 'aoi']) {
      const { items } = await world.as(who)(threads.listThreads, {
        params: { roomid: 'aoi' },
        query: {},
      })
      expect(items).toEqual([])
      await expect(world.as(who)(threads.getThread, { params: THREAD })).rejects.toMatchObject({
        status: 404,
      })
    }
    await expect(report('other', 'thread', 'thread')).rejects.toMatchObject({ status: 404 })
    await expect(report('other', 'comment', 'comment')).rejects.toMatchObject({ status: 404 })
    const token = await world.tokenOf('aoi')
    const zip = await world.fetch(`/api/application${account.exportMine.path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const files = unzip(new Uint8Array(await zip.arrayBuffer()))
    expect(Object.values(files).some((text) => text.includes('日記'))).toBe(true)
    await reverse(id)
    expect(await commentIds()).toHaveLength(3)
  })

  it('hide a message from both sides, and its preview in lists', async () => {
    const messages = [
      { by: 'aoi', text: 'こんにちは' },
      { by: 'aoi', text: 'しつこい話' },
    ]
    await makeConversation(world, { fan: 0, aoi: 0 }, messages, {
      id: 'letters',
      room_id: 'room-aoi',
      member_id: 'fan',
    })
    const { id: message } = await world.db
      .selectFrom('message')
      .select('id')
      .where('text', '=', 'しつこい話')
      .executeTakeFirstOrThrow()
    const { id } = await report('fan', 'message', message)
    const seen = async (who: string) => {
      const { messages, last_text } = await world.as(who)(inbox.getConversation, {
        params: { id: 'letters' },
        query: {},
      })
      return [...messages.map(({ text }) => text), last_text]
    }
    await decide(id)
    for (const who of ['fan', 'aoi']) expect(await seen(who)).toEqual(['こんにちは', 'こんにちは'])
    await reverse(id)
    expect(await seen('fan')).toEqual(['こんにちは', 'しつこい話', 'しつこい話'])
  })

  it('hide a line of talk on every screen at once, and restore it', async () => {
    const line = await world.as('troll')(live.postTalk, {
      params: { id: 'live' },
      body: { message: '暴言' },
    })
    const talk = async (after?: string) =>
      (await world.as('fan')(live.listTalk, {
        params: { id: 'live' },
        query: after === undefined ? {} : { after },
      })) as { id: string; message: string; deletes?: string; member: { name: string } }[]
    expect(await talk()).toHaveLength(1)
    const body = { kind: 'talk', id: line.id, event_id: 'live', reason: '見て' } as const
    const { id } = await world.as('fan')(reports.report, { body })
    await decide(id)
    expect(await talk(line.id)).toMatchObject([{ deletes: line.id, member: { name: 'troll' } }])
    expect(await talk()).toEqual([])
    await reverse(id)
    expect(await talk()).toMatchObject([{ id: line.id, message: '暴言' }])
    expect(await talk(line.id)).toEqual([])
  })

  it('unpin a line of talk for good', async () => {
    const params = { id: 'live' }
    const line = await world.as('troll')(live.postTalk, { params, body: { message: '暴言' } })
    const pinned = async () => (await world.as('fan')(live.getPinned, { params })).pinned
    await world.as('aoi')(live.putPinned, { params, body: { message_id: line.id } })
    expect(await pinned()).toMatchObject({ message: '暴言' })
    const body = { kind: 'talk', id: line.id, event_id: 'live', reason: '見て' } as const
    const { id } = await world.as('fan')(reports.report, { body })
    await decide(id)
    expect(await pinned()).toBeNull()
    await reverse(id)
    expect(await pinned()).toBeNull()
  })

  it('require a reason', async () => {
    const { id } = await report('fan', 'comment', 'comment')
    const error = await operator()(operatorReports.decideReport, {
      params: { id },
      body: { outcome: 'upheld', reason: ' \u200b ' },
    }).catch((error: RequestError) => error)
    expect(error).toBeInstanceOf(RequestError)
    expect((error as RequestError).errors).toEqual({ reason: ['理由を入力してください'] })
  })

  it('keep counts correct if an author deletes content or the account while something is hidden', async () => {
    const { id } = await report('aoi', 'comment', 'reply')
    await decide(id)
    expect((await world.as('fan')(threads.getThread, { params: THREAD })).comments).toBe(2)
    await world.as('troll')(posting.deleteComment, { params: { ...THREAD, commentid: 'comment' } })
    expect(await commentIds()).toEqual(['else'])
    expect(await counted()).toBe(0)
    expect(await reverse(id)).toMatchObject({ now: { state: 'gone' } })
    expect(await counted()).toBe(0)
  })
})
