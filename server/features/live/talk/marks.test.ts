import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live, type TalkMessage } from '#contract/live/calls.ts'
import { makeEvent, makeMember, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('marks of a talk on %s', (database) => {
  let world: World
  const params = { id: 'live' }
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'other']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    for (const name of ['fan', 'other']) await makeTicket(world, 'live', name)
  })
  afterEach(() => world.close())

  const post = (user: string, message: string, more: object = {}) =>
    world.as(user)(live.postTalk, { params, body: { message, ...more } })
  const read = (query = {}, user = 'other'): Promise<TalkMessage[]> =>
    world.as(user)(live.listTalk, { params, query })
  const pin = (message_id: string | null, user = 'aoi') =>
    world.as(user)(live.putPinned, { params, body: { message_id } })
  const pinned = async (user = 'other') => (await world.as(user)(live.getPinned, { params })).pinned
  const answer = (message_id: string, answered = true, user = 'aoi') =>
    world.as(user)(live.answerQuestion, { params: { id: 'live', message_id }, body: { answered } })
  const questions = () => world.as('aoi')(live.listQuestions, { params })
  const refuse = (status: number) => expect.objectContaining({ status })

  it('are for hosts alone', async () => {
    const { id } = await post('fan', 'これは？', { question: true })
    await expect(pin(id, 'fan')).rejects.toEqual(refuse(403))
    await expect(answer(id, true, 'fan')).rejects.toEqual(refuse(403))
    await expect(world.as('fan')(live.listQuestions, { params })).rejects.toEqual(refuse(403))
    expect(await pinned()).toBeNull()
  })

  it('reply to a line without its author’s name once it is deleted, also in the window', async () => {
    const { id } = await post('fan', 'い')
    const reply = await post('other', 'ろ', { reply_to: id })
    const named = { id, display_name: expect.any(String) }
    expect(await read()).toMatchObject([{ id }, { id: reply.id, reply_to: named }])
    await world.as('fan')(live.deleteTalk, { params: { id: 'live', message_id: id } })
    for (const user of ['other', 'aoi'])
      expect(await read({}, user)).toMatchObject([{ reply_to: { id, display_name: null } }])
  })

  it('pin a line for all, replace it, and unpin it; a repetition changes nothing', async () => {
    const first = await post('fan', 'い')
    const second = await post('fan', 'ろ')
    await pin(first.id)
    await pin(first.id)
    expect(await pinned()).toMatchObject({ id: first.id, message: 'い' })
    const marks = await read({ after: second.id })
    expect(marks).toMatchObject([{ pinned: { id: first.id, message: 'い' } }])
    expect(marks[0]!.deletes).toBe(marks[0]!.id) // what apps of the last release go by
    await pin(second.id)
    expect(await pinned()).toMatchObject({ id: second.id })
    await pin(null)
    await pin(null)
    expect(await pinned()).toBeNull()
    expect((await read({ after: second.id })).map((mark) => mark.pinned?.id)).toEqual([
      first.id,
      second.id,
      undefined,
    ])
    expect((await read()).map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('refuse a line that is deleted or of another event', async () => {
    const { id } = await post('fan', 'い')
    await world.as('fan')(live.deleteTalk, { params: { id: 'live', message_id: id } })
    await expect(pin(id)).rejects.toEqual(refuse(404))
    await expect(pin('00000vv')).rejects.toEqual(refuse(404))
  })

  it('unpin a deleted line, and no copy of its text remains', async () => {
    const line = await post('fan', 'ひみつ')
    await pin(line.id)
    await world.as('aoi')(live.deleteTalk, { params: { id: 'live', message_id: line.id } })
    expect(await pinned()).toBeNull()
    expect(JSON.stringify(await read({ after: '0000000' }))).not.toContain('ひみつ')
  })

  it('name the person to whom a line replies, until that line is deleted', async () => {
    const line = await post('fan', 'い')
    const reply = await post('other', 'ろ', { reply_to: line.id })
    expect(reply.reply_to).toEqual({ id: line.id, display_name: 'fanさん' })
    expect((await read({}, 'fan'))[1]).toMatchObject({ reply_to: reply.reply_to })
    await world.as('fan')(live.deleteTalk, { params: { id: 'live', message_id: line.id } })
    expect(await read({ point: '00000vv' })).toMatchObject([
      { message: 'ろ', reply_to: { id: line.id, display_name: null } },
    ])
    // A reply that was written meanwhile is an ordinary line.
    expect(await post('other', 'は', { reply_to: line.id })).not.toHaveProperty('reply_to')
  })

  it('list questions for the host, and show all viewers when one is answered', async () => {
    await post('fan', 'ただの一言')
    const first = await post('fan', 'これは？', { question: true })
    const second = await post('other', 'あれは？', { question: true })
    expect(await questions()).toMatchObject([
      { id: first.id, question: 'open' },
      { id: second.id, question: 'open' },
    ])
    await answer(first.id)
    await answer(first.id)
    expect(await read({ after: second.id })).toMatchObject([
      { updates: { id: first.id, question: 'answered' } },
    ])
    for (const query of [{}, { point: '00000vv' }])
      expect((await read(query)).map(({ question }) => question)).toEqual([
        undefined,
        'answered',
        'open',
      ])
    await answer(first.id, false)
    expect(await questions()).toMatchObject([{ question: 'open' }, { question: 'open' }])
  })

  it('answer questions only, and list no deleted one', async () => {
    const line = await post('fan', 'ただの一言')
    await expect(answer(line.id)).rejects.toEqual(refuse(404))
    const { id } = await post('fan', 'これは？', { question: true })
    await world.as('fan')(live.deleteTalk, { params: { id: 'live', message_id: id } })
    await expect(answer(id)).rejects.toEqual(refuse(404))
    expect(await questions()).toEqual([])
  })
})
