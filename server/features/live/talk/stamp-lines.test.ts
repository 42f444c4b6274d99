import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { live, type TalkMessage } from '#contract/live/calls.ts'
import { REPLAY_SPAN_MS, TALK_POSTS } from '#contract/live/limits.ts'
import { TALK_NG_WORD, talkSlow } from '#contract/live/messages.ts'
import { TALK_OFF } from '#contract/live/post-blocked.ts'
import { reports } from '#contract/reports/calls.ts'
import { stamps } from '#contract/stamps/calls.ts'
import { STAMP_UNKNOWN } from '#contract/stamps/messages.ts'
import { getVisibility } from '#server/features/operator/moderation/reported-content.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { openSite, stored } from '../testing/talk-site.ts'

describe.each(apiDatabaseNames)('stamps in a talk on %s', (database) => {
  let world: World
  const params = { id: 'live' }
  let stamp: { id: string; name: string; image_path: string }
  beforeEach(async () => {
    world = await createWorld(database)
    for (const name of ['aoi', 'mio']) await makeRoom(world, name)
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    for (const name of ['fan', 'other']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
      await makeTicket(world, 'live', name)
    }
    stamp = await add('aoi', '拍手')
  })
  afterEach(() => world.close())

  const add = async (id: string, stamp_name: string) =>
    world.as(id)(stamps.addStamp, {
      params: { id },
      body: formOf({ stamp_name, image: new File([await picture(9, 9)], 'a.png') }),
    })
  const send = (stamp_id = stamp.id, more: object = {}, user = 'fan'): Promise<TalkMessage> =>
    world.as(user)(live.postTalk, { params, body: { message: 'x', stamp_id, ...more } })
  const read = (query = {}, user = 'other'): Promise<TalkMessage[]> =>
    world.as(user)(live.listTalk, { params, query })
  const removeStamp = () =>
    world.as('aoi')(stamps.removeStamp, { params: { id: 'aoi', stamp_id: stamp.id } })
  const change = (row: object) => world.db.updateTable('event').set(row).execute()
  const shown = () => ({ message: '拍手', stamp: { image_path: stamp.image_path } })
  const removed = { message: '拍手', stamp: { image_path: null } }

  it('are lines with the stamp’s name and picture, whatever text came along', async () => {
    await read()
    const line = await send()
    expect(line).toMatchObject(shown())
    expect(await read()).toEqual([line])
    expect(await read({ after: '0000000' })).toEqual([line])
    expect(
      await world.as('aoi')(live.postTalk, { params, body: { message: '拍手' } }),
    ).not.toHaveProperty('stamp')
    const total = await world.db.selectFrom('talk_total').selectAll().executeTakeFirst()
    expect(total).toMatchObject({ messages: 2, people: 2 })
  })

  it('are refused if they are of another room, unknown, or removed', async () => {
    const foreign = await add('mio', 'よそ')
    await removeStamp()
    for (const id of [foreign.id, 'nothing', stamp.id])
      await expect(send(id)).rejects.toMatchObject({
        status: 422,
        errors: { stamp_id: [STAMP_UNKNOWN] },
      })
    expect(await stored(world)).toEqual([])
  })

  it('are bound by the event’s words, pauses and limits, and by its talk being open', async () => {
    await change({ ng_words: '["拍手"]' })
    await expect(send()).rejects.toMatchObject({ errors: { message: [TALK_NG_WORD] } })
    await change({ ng_words: '[]', slow_seconds: 30 })
    await send()
    await expect(send()).rejects.toMatchObject({ status: 429, message: talkSlow(30, 30) })
    await change({ slow_seconds: 0 })
    for (let n = 1; n < TALK_POSTS.max; n++) await send()
    await expect(send()).rejects.toMatchObject({ status: 429 })
    await change({ live_talk: 0 })
    await expect(send(stamp.id, {}, 'other')).rejects.toMatchObject({ message: TALK_OFF })
    expect(await stored(world)).toHaveLength(TALK_POSTS.max)
  })

  it('are sent once for a client id, reply to lines, and are deleted with their name', async () => {
    const { id } = await send(stamp.id, { client_id: 'one' })
    expect(await send(stamp.id, { client_id: 'one' })).toMatchObject({ id, ...shown() })
    const reply = await send(stamp.id, { reply_to: id }, 'other')
    expect(reply).toMatchObject({ ...shown(), reply_to: { id, display_name: 'fanさん' } })
    await world.as('aoi')(live.deleteTalk, { params: { ...params, message_id: id } })
    expect((await read()).map((line) => line.id)).toEqual([reply.id])
    expect((await stored(world))[0]).toMatchObject({ message: '', stamp_id: null, deleted: 1 })
  })

  it('show their name alone once they were removed, to all who read from then on', async () => {
    const { id } = await send()
    await world.as('aoi')(live.putPinned, { params, body: { message_id: id } })
    const pinned = async () => (await world.as('fan')(live.getPinned, { params })).pinned
    expect(await pinned()).toMatchObject(shown())
    expect((await read({ after: id }))[0]).toMatchObject({ pinned: shown() })
    await removeStamp()
    expect(await read()).toMatchObject([removed])
    expect(await pinned()).toMatchObject(removed)
    expect((await read({ after: id }))[0]).toMatchObject({ pinned: removed })
  })

  it('lose their picture in the polls that are answered from memory', async () => {
    const { url } = await openSite(world)
    const headers = { authorization: `Bearer ${await world.tokenOf('other')}` }
    const poll = async () =>
      (await fetch(`${url}/api/application/live/live/talk`, { headers })).json()
    await poll()
    await send()
    expect(await poll()).toMatchObject([shown()])
    await removeStamp()
    await vi.waitFor(async () => expect(await poll()).toMatchObject([removed]))
  })

  it('are part of the replay', async () => {
    const { created_at: from } = await send()
    await change({ publishment_flg: 3, archive: 1, archive_until: inHours(world, 48) })
    const replay = () => world.as('fan')(live.getReplay, { params, query: { from } })
    expect((await replay()).lines).toMatchObject([shown()])
    world.clock.move(REPLAY_SPAN_MS)
    await removeStamp()
    expect((await replay()).lines).toMatchObject([removed])
  })

  it('are reported as lines, and shown to operators with their picture', async () => {
    const { id } = await send()
    const body = { kind: 'talk', id, event_id: 'live', reason: '困ります' } as const
    await world.as('other')(reports.report, { body })
    const row = await world.db.selectFrom('report').selectAll().executeTakeFirstOrThrow()
    expect(JSON.parse(row.evidence)).toMatchObject({ message: '拍手' })
    expect(await getVisibility(world.deps, row)).toMatchObject({
      ...{ state: 'there', text: '拍手', hidable: true },
      pictures: [stamp.image_path],
    })
  })
})
