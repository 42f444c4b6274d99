import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { DAY_MS, MINUTE_MS } from '#contract/lib/durations.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { NOTIFICATIONS_COUNTED_MAX } from '#contract/notifications/limits.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { transact } from '#server/db/transact.ts'
import { notifyBuyer } from '#server/features/orders/notify.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { AnyNotification } from '#server/features/push/notifications.ts'
import { formOf } from '#server/testing/form.ts'
import {
  makeComment,
  makeDigitalTicket,
  makeEvent,
  makeMember,
  makeRoom,
  makeSale,
  makeThread,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const GONE = '削除されたか、いまはご覧になれません。'
const inRoom = { id: 'aoi' }
const night = { roomid: 'aoi', threadid: 'night' }

describe.each(apiDatabaseNames)('list of notifications on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '喫茶室' })
    for (const name of ['fan', 'other']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    await makeThread(world, 'room-aoi', 'aoi', { id: 'night', title: '今夜のこと' })
  })
  afterEach(() => world.close())

  const list = async (user = 'fan') =>
    (await world.as(user)(notifications.listNotifications, { query: {} })).items
  const lines = async (user = 'fan') =>
    (await list(user)).map(({ title, text, path }) => ({ title, text, path }))
  const unread = async (user = 'fan') =>
    (await world.as(user)(account.getMe, {})).unread_notifications
  const post = (title: string) =>
    world.as('aoi')(posting.createThread, {
      params: { roomid: 'aoi' },
      body: formOf({ title, text: 'ないしょ' }) as never,
    })
  const comment = (user: string, text: string, parent_id?: string) =>
    world.as(user)(posting.postComment, {
      params: night,
      body: { text, ...(parent_id && { parent_id }) },
    })
  const notify = (to: string, about: string, notice: AnyNotification) =>
    transact(world.db, (tx) => enqueueNotification(world.deps, tx, { to, about, notice }))
  const leave = (user: string) =>
    world.db.updateTable('membership').set({ status: 'left' }).where('user_id', '=', user).execute()

  it('has one line for the wait for a seat, whichever it is', async () => {
    await makeEvent(world, 'room-aoi', { id: 'live', title: '夜の配信' })
    await makeDigitalTicket(world, 'room-aoi', { id: 'hall', title: '夜の公演' })
    const seatOf = (kind: 'event' | 'digital_ticket', id: string) => ({
      ...{ product: { kind, id, room: 'aoi' }, title: '', expires: '2026-12-01T00:00:00.000Z' },
      ...{ offerId: `offer-${id}`, why: 'lapsed' as const },
    })
    await notify('fan', 'hall', { notice: 'seatOffered', ...seatOf('digital_ticket', 'hall') })
    await notify('fan', 'a', { notice: 'seatOffered', ...seatOf('event', 'live') })
    expect(await lines()).toEqual(
      expect.arrayContaining([
        {
          ...{ title: 'お席をご用意しました', text: '夜の公演' },
          path: '/community/aoi/e_ticket/hall',
        },
        { title: 'お席をご用意しました', text: '夜の配信', path: '/community/aoi/event/live' },
      ]),
    )
    await notify('fan', 'b', { notice: 'waitEnded', ...seatOf('event', 'live') })
    expect((await lines()).map(({ title }) => title).sort()).toEqual([
      'お席をご用意しました',
      'キャンセル待ちが終わりました',
    ])
  })

  it('has one line for the threads of a room on a day, with their number', async () => {
    const { id } = await post('朝の題')
    await world.deliver()
    expect(await lines()).toEqual([
      { title: '喫茶室の新しい投稿', text: '朝の題', path: `/community/aoi/talk/${id}` },
    ])
    world.clock.move(MINUTE_MS)
    await post('昼の題')
    await world.deliver()
    expect(await lines()).toEqual([
      { title: '喫茶室の新しい投稿2件', text: '昼の題', path: '/community/aoi/talk' },
    ])
    expect(await unread()).toBe(1)
    world.clock.move(DAY_MS)
    await post('翌日の題')
    await world.deliver()
    expect((await lines()).map(({ text }) => text)).toEqual(['翌日の題', '昼の題'])
    expect(await list('aoi')).toEqual([])
  })

  it('counts a thread once, however often its delivery is repeated', async () => {
    await post('朝の題')
    await world.deliver()
    await world.db.updateTable('outbox').set({ done_at: null, attempts: 0 }).execute()
    await world.deliver()
    expect((await lines()).map(({ title }) => title)).toEqual(['喫茶室の新しい投稿'])
  })

  it('starts counting anew after it was read', async () => {
    await post('朝の題')
    await world.deliver()
    const [line] = await list()
    await world.as('fan')(notifications.readNotification, { params: { id: line!.id } })
    expect(await unread()).toBe(0)
    await post('昼の題')
    await world.deliver()
    expect(await list()).toMatchObject([{ title: '喫茶室の新しい投稿', unread: true }])
  })

  it('has nothing of a room that the member has muted', async () => {
    const mute = (muted: boolean) =>
      world.as('fan')(rooms.muteRoom, { params: inRoom, body: { muted } })
    expect(await mute(true)).toEqual({ muted: true })
    expect(await world.as('fan')(rooms.getRoom, { params: inRoom })).toMatchObject({ muted: true })
    await post('朝の題')
    await world.deliver()
    expect([await lines(), (await lines('other')).length]).toEqual([[], 1])
    await mute(false)
    await post('昼の題')
    await world.deliver()
    expect((await lines()).map(({ text }) => text)).toEqual(['昼の題'])
  })

  it('names neither thing nor room to those who left it, and neither of what is deleted', async () => {
    const { id: threadid } = await post('ないしょの題')
    const { id } = await comment('fan', 'はい')
    await comment('other', 'ないしょの返事', id)
    await world.deliver()
    expect(JSON.stringify(await list())).toContain('ないしょの返事')
    await leave('fan')
    const gone = [
      { title: 'コメント', text: GONE, path: null },
      { title: 'ルームの新しい投稿', text: GONE, path: null },
    ]
    expect((await lines()).toSorted((a, b) => (a.title < b.title ? -1 : 1))).toEqual(
      gone.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    )
    expect(JSON.stringify(await list())).not.toMatch(/ないしょ|喫茶室|aoi/)
    await world.as('aoi')(posting.deleteThread, { params: { roomid: 'aoi', threadid } })
    expect(await lines('other')).toEqual([gone[1]])
  })

  it('names nothing of another’s ticket, order, payout or conversation, whatever its line says', async () => {
    await makeSale(world, {
      ...{ id: 'sale', buyer_id: 'other', seller_id: 'aoi' },
      snapshot: '{"title":"ないしょ"}',
    })
    await notify('fan', 'sale', { notice: 'purchased', subjectId: 'sale' })
    for (const notice of ['ticketOffered', 'ticketGiven', 'refunded', 'payoutPaid'] as const)
      await notify('fan', notice, { notice, subjectId: 'nothing' })
    const shown = await list()
    expect(shown).toHaveLength(5)
    for (const { text, path } of shown) expect({ text, path }).toEqual({ text: GONE, path: null })
  })

  it('tells authors of comments on their threads, and of answers to their comments', async () => {
    const { id } = await comment('fan', 'はじめまして')
    await comment('other', 'こんばんは', id)
    await comment('fan', '自分への返事', id)
    expect(await lines('fan')).toEqual([
      {
        title: 'あなたのコメントへの返信',
        text: 'otherさん：こんばんは',
        path: '/community/aoi/talk/night',
      },
    ])
    expect(await lines('aoi')).toEqual([
      {
        title: '「今夜のこと」へのコメント',
        text: 'fanさんなど、3件のコメント',
        path: '/community/aoi/talk/night',
      },
    ])
  })

  it('tells nobody of comments in a room that they have left', async () => {
    const id = await makeComment(world, 'night', 'fan')
    await leave('fan')
    await comment('other', 'こんばんは', id)
    expect(await list('fan')).toEqual([])
  })

  it('has one line for a conversation, which is read with it', async () => {
    const write = (text: string) =>
      world.as('fan')(inbox.writeToOwner, { params: inRoom, body: { text } })
    await write('ないしょの話')
    const { conversation_id: id } = await write('もうひとつ')
    expect(await list('aoi')).toMatchObject([
      {
        ...{ title: 'メッセージが届きました', text: 'fanさんから2件', unread: true },
        path: `/account/message/${id}`,
      },
    ])
    expect(await unread('aoi')).toBe(1)
    await world.as('aoi')(inbox.getConversation, { params: { id } })
    expect(await unread('aoi')).toBe(0)
  })

  it('leads to an announcement of a room, only while one is in it', async () => {
    const body = { title: '今夜の順番', text: '八時に始めます。' }
    await world.as('aoi')(inbox.announce, { params: inRoom, body })
    await world.deliver()
    expect(await lines()).toMatchObject([{ title: '喫茶室からの連絡', text: '今夜の順番' }])
    await leave('fan')
    expect(await lines()).toEqual([{ title: 'メッセージ', text: GONE, path: null }])
  })

  it('has payments also for those who want no email of them', async () => {
    const { notification } = await world.as('fan')(account.getMe, {})
    const body = { ...notification, payment: false }
    await world.as('fan')(account.setNotification, { body })
    await makeSale(world, {
      ...{ id: 'sale', buyer_id: 'fan', seller_id: 'aoi', kind: 'event', subject_id: 'e1' },
      snapshot: '{"title":"第十二夜"}',
    })
    const at = world.clock.now().toISOString()
    const bought = { kind: 'event', title: '第十二夜', amount: 500, at, renewsAt: null } as const
    await transact(world.db, (tx) =>
      notifyBuyer(world.deps, tx, 'fan', 'sale', { letter: 'purchased', ...bought }),
    )
    await world.deliver()
    expect(await lines()).toEqual([
      {
        ...{ title: 'チケットを購入しました', text: '第十二夜' },
        path: '/account/ticketbox/event/e1',
      },
    ])
    expect(world.mail.sent).toEqual([])
  })

  it('is read until a moment, on all devices, and another’s line never', async () => {
    await post('朝の題')
    await world.deliver()
    const [line] = await list()
    const read = (user: string) =>
      world.as(user)(notifications.readNotification, { params: { id: line!.id } })
    await expect(read('other')).rejects.toMatchObject({ status: 404 })
    world.clock.move(MINUTE_MS)
    await comment('fan', 'はい')
    const { id } = await comment('fan', 'もうひとつ')
    await comment('other', '返事', id)
    const readUntil = (until: string) =>
      world.as('fan')(notifications.readNotifications, { body: { until } })
    await readUntil(line!.created_at)
    expect((await list()).map((one) => one.unread)).toEqual([true, false])
    await readUntil(world.clock.now().toISOString())
    expect([await unread('fan'), await unread('other')]).toEqual([0, 1])
  })

  it('is counted up to a limit', async () => {
    for (let n = 0; n < NOTIFICATIONS_COUNTED_MAX + 1; n++)
      await notify('fan', `given-${n}`, { notice: 'ticketGiven', subjectId: `given-${n}` })
    expect(await unread()).toBe(NOTIFICATIONS_COUNTED_MAX)
  })

  it('is not written for an account that is deleted', async () => {
    await world.db.updateTable('user').set({ status: 'deleted' }).where('id', '=', 'fan').execute()
    await notify('fan', 'given', { notice: 'ticketGiven', subjectId: 'given' })
    expect(await world.db.selectFrom('notification').selectAll().execute()).toEqual([])
  })
})
