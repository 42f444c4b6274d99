import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RequestError } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { operatorReports } from '#contract/operator/reports/calls.ts'
import { operatorTakedowns } from '#contract/operator/takedowns/calls.ts'
import { reports } from '#contract/reports/calls.ts'
import { DECIDED_BEFORE, NOT_OURS, NOT_THERE } from '#contract/reports/messages.ts'
import { takedowns } from '#contract/takedowns/calls.ts'
import {
  TAKEDOWN_ANSWER_DAYS,
  TAKEDOWN_KEPT_DAYS,
  TAKEDOWNS_ASKED,
} from '#contract/takedowns/limits.ts'
import { threads } from '#contract/threads/calls.ts'
import { purge } from '#server/jobs/purge.ts'
import { makeEvent, makeMember, makeRoom, makeThread, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const THREAD = '/community/aoi/talk/thread'
const REQUEST = {
  url: `http://room.test${THREAD}`,
  claimed: 'copyright',
  claim: 'わたしの撮った写真です',
  name: '権利者の花子',
  email: 'hanako@example.com',
  behalf: '',
  faith: true,
} as const

describe.each(apiDatabaseNames)('takedown requests on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeMember(world, 'room-aoi', 'fan')
    for (const name of ['admin', 'boss']) await makeUser(world, name, { role: 'operator' })
    await makeThread(world, 'room-aoi', 'aoi', { id: 'thread', title: '日記', text: '写真' })
  })
  afterEach(() => world.close())

  const ask = (body: object = {}, who: string | null = null) =>
    world.as(who)(takedowns.askTakedown, { body: { ...REQUEST, ...body } as typeof REQUEST })
  const apiError = (call: Promise<unknown>) =>
    call.then(
      () => null,
      ({ status, message, errors }: RequestError) => ({ status, message, errors }),
    )
  const operator = (name = 'admin') => world.as(name)
  const queue = async () => (await operator()(operatorTakedowns.listTakedowns, { query: {} })).items
  const opened = async () => {
    await ask()
    return (await queue())[0]!.id
  }
  const decide = (id: string, outcome: 'accepted' | 'declined', by = 'admin') =>
    operator(by)(operatorTakedowns.decideTakedown, {
      params: { id },
      body: { outcome, reason: '権利を確かめたため' },
    })
  const visible = async () =>
    (await world.as('fan')(threads.listThreads, { params: { roomid: 'aoi' }, query: {} })).items
      .length
  const messagesTo = async (name: string) =>
    (await world.as(name)(inbox.listConversations, { query: {} })).items.map(({ title }) => title)
  const mails = async () => {
    await world.deliver()
    return world.mail.sent.map(({ to, subject }) => `${to} ${subject}`)
  }

  it('can be made by anyone, are numbered, and confirmed by an email without their text', async () => {
    expect(await ask()).toMatchObject({ number: 'TD-00001' })
    expect(await ask({ url: '/aoi' }, 'fan')).toMatchObject({ number: 'TD-00002' })
    expect(await queue()).toMatchObject([
      { number: 'TD-00001', kind: 'thread', words: '日記', state: 'open' },
      { number: 'TD-00002', kind: 'user' },
    ])
    expect((await mails()).sort()).toEqual([
      expect.stringMatching(/^hanako@example.com .*TD-00001/),
      expect.stringMatching(/^hanako@example.com .*TD-00002/),
    ])
    for (const { text, html } of world.mail.sent) expect(text + html).not.toMatch(/花子|写真/)
    expect(await messagesTo('aoi')).toEqual([])
  })

  it('require an existing page of this site', async () => {
    await makeEvent(world, 'room-aoi', { id: 'draft', status: 'draft' })
    for (const url of ['https://example.com/community/aoi', 'javascript:alert(1)', 'http://['])
      expect((await apiError(ask({ url })))?.errors, url).toEqual({ url: [NOT_OURS] })
    world.clock.move(TAKEDOWNS_ASKED.perMs)
    for (const url of ['/community/nobody', '/', '/community/aoi/event/draft'])
      expect((await apiError(ask({ url })))?.errors, url).toEqual({ url: [NOT_THERE] })
    for (const field of ['claimed', 'claim', 'name', 'email', 'faith']) {
      const { status, errors } = (await apiError(ask({ [field]: undefined })))!
      expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]])
    }
    expect(await queue()).toEqual([])
  })

  it('are limited per hour and client', async () => {
    for (let n = 0; n < TAKEDOWNS_ASKED.max; n++) await ask()
    expect(await apiError(ask())).toMatchObject({ status: 429 })
  })

  it('hide the content, inform both sides, and can be reversed', async () => {
    const id = await opened()
    expect(await decide(id, 'accepted')).toMatchObject({
      state: 'accepted',
      now: { state: 'hidden' },
      decision: { hidden: true, cause: 'takedown' },
    })
    expect(await visible()).toBe(0)
    expect(await messagesTo('aoi')).toEqual(['スレッドを非表示にしました'])
    expect(await mails()).toContainEqual(expect.stringMatching(/hanako@example.com .*対応について/))
    await operator()(operatorTakedowns.reverseTakedown, {
      params: { id },
      body: { reason: '許諾があったため' },
    })
    expect(await visible()).toBe(1)
    expect(await messagesTo('aoi')).toContain('スレッドを元に戻しました')
    expect(await queue()).toMatchObject([{ state: 'open' }])
    const rows = await world.db.selectFrom('audit').selectAll().orderBy('id').execute()
    expect(rows.map(({ action, target }) => [action, target])).toEqual([
      ['takedown.accept', `takedown:${id}`],
      ['takedown.reverse', `takedown:${id}`],
    ])
    for (const { before, after } of rows) expect(before + after).not.toContain('hanako')
  })

  describe.each(['report', 'takedown'] as const)(
    'together with a report, with the %s reversed first,',
    (first) => {
      it('keep a thread hidden while either decision is in force', async () => {
        const takedown = await opened()
        const body = { kind: 'thread', id: 'thread', category: 'other', reason: '見て' } as const
        const { id: reported } = await world.as('fan')(reports.report, { body })
        const why = { reason: '確かめ直したため' }
        const reverse = {
          report: () =>
            operator()(operatorReports.reverseReport, { params: { id: reported }, body: why }),
          takedown: () =>
            operator()(operatorTakedowns.reverseTakedown, { params: { id: takedown }, body: why }),
        }
        await operator()(operatorReports.decideReport, {
          params: { id: reported },
          body: { outcome: 'upheld', reason: '中傷にあたるため' },
        })
        expect(await decide(takedown, 'accepted')).toMatchObject({ decision: { hidden: false } })
        expect(await reverse[first]()).toMatchObject({ state: 'open', now: { state: 'hidden' } })
        expect(await visible()).toBe(0)
        expect(await messagesTo('aoi')).not.toContain('スレッドを元に戻しました')
        const second = first === 'report' ? 'takedown' : 'report'
        expect(await reverse[second]()).toMatchObject({ state: 'open', now: { state: 'there' } })
        expect(await visible()).toBe(1)
        expect(await messagesTo('aoi')).toContain('スレッドを元に戻しました')
      })
    },
  )

  it('give the author seven days to answer, without revealing the requester', async () => {
    const id = await opened()
    const own = { params: { id } }
    expect(await apiError(world.as('aoi')(takedowns.getTakedownInquiry, own))).toMatchObject({
      status: 404,
    })
    await operator()(operatorTakedowns.inquireTakedown, own)
    expect(await apiError(operator()(operatorTakedowns.inquireTakedown, own))).toMatchObject({
      status: 409,
    })
    expect(await mails()).toContainEqual(expect.stringMatching(/^aoi@room.test .*削除依頼/))
    const inquiry = await world.as('aoi')(takedowns.getTakedownInquiry, own)
    expect(inquiry).toMatchObject({ open: true, words: '日記', claim: REQUEST.claim })
    expect(JSON.stringify(inquiry)).not.toMatch(/花子|hanako/)
    expect(await apiError(world.as('fan')(takedowns.getTakedownInquiry, own))).toMatchObject({
      status: 404,
    })
    const answer = (body: { answer: 'agree' | 'object'; text: string }) =>
      world.as('aoi')(takedowns.answerTakedown, { params: { id }, body })
    expect((await apiError(answer({ answer: 'object', text: ' ' })))?.errors).toHaveProperty('text')
    await answer({ answer: 'object', text: '許可を得ています' })
    expect(await apiError(answer({ answer: 'agree', text: '' }))).toMatchObject({ status: 409 })
    expect(await operator()(operatorTakedowns.getTakedown, own)).toMatchObject({
      answer: 'object',
      answer_text: '許可を得ています',
    })
    await decide(id, 'declined')
    expect(await visible()).toBe(1)
    expect(await messagesTo('aoi')).toEqual(
      expect.arrayContaining(['権利侵害の申告への対応のお知らせ']),
    )
  })

  it('refuse an answer after the deadline', async () => {
    const id = await opened()
    await operator()(operatorTakedowns.inquireTakedown, { params: { id } })
    const answer = () =>
      world.as('aoi')(takedowns.answerTakedown, { params: { id }, body: { answer: 'agree' } })
    world.clock.move(TAKEDOWN_ANSWER_DAYS * DAY_MS)
    expect(await apiError(answer())).toMatchObject({ status: 410 })
    world.clock.move(-1)
    expect(await apiError(answer())).toBeNull()
  })

  it('are decided once; an author who was not asked is not told of a declined one', async () => {
    const id = await opened()
    const both = await Promise.all([
      apiError(decide(id, 'declined', 'admin')),
      apiError(decide(id, 'declined', 'boss')),
    ])
    expect(both.filter(Boolean)).toMatchObject([{ status: 409, message: DECIDED_BEFORE }])
    expect(await messagesTo('aoi')).toEqual([])
    expect((await mails()).filter((mail) => mail.includes('対応について'))).toHaveLength(1)
  })

  it('lose the requester’s data some time after the decision', async () => {
    const id = await opened()
    const waiting = await opened()
    await decide(id, 'declined')
    world.clock.move(TAKEDOWN_KEPT_DAYS * DAY_MS - 1)
    await purge(world.deps)
    const getRequest = () => operator()(operatorTakedowns.getTakedown, { params: { id } })
    expect(await getRequest()).toMatchObject({ email: REQUEST.email })
    world.clock.move(1)
    await purge(world.deps)
    expect(await getRequest()).toMatchObject({ name: '', email: '', claim: '', state: 'declined' })
    expect(waiting).not.toBe('')
    expect((await queue())[0]).toMatchObject({ state: 'open' })
  })
})
