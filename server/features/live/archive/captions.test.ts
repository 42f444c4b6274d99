import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live } from '#contract/live/calls.ts'
import {
  CAPTION_CUE_MAX,
  CAPTION_CUE_TOO_LONG,
  CAPTION_CUES_MAX,
  CAPTION_MAX_BYTES,
  CAPTION_TOO_LARGE,
  CAPTION_UNREADABLE,
} from '#contract/live/captions.ts'
import { operatorBannedWords } from '#contract/operator/banned-words/calls.ts'
import { bannedWord } from '#contract/shared/messages.ts'
import { makeEvent, makeMember, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const vtt = (...texts: string[]) =>
  `WEBVTT\n\n${texts.map((text) => `00:01.000 --> 00:02.000\n${text}\n`).join('\n')}`

describe.each(apiDatabaseNames)('captions on %s', (database) => {
  let world: World
  const params = { id: 'over' }
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'stranger']) await makeUser(world, name)
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'over', publishment_flg: 3, archive: 1 })
    await makeTicket(world, 'over', 'fan')
  })
  afterEach(() => world.close())

  const put = (file: string | Uint8Array<ArrayBuffer>, language = 'ja', user = 'aoi') =>
    world.as(user)(live.putCaption, {
      params: { ...params, language },
      body: new Blob([file], { type: 'application/octet-stream' }),
    })
  const read = (language = 'ja', user = 'fan') =>
    world.as(user)(live.getCaption, { params: { ...params, language } })
  const list = async (user = 'fan') =>
    (await world.as(user)(live.listCaptions, { params })).map(({ language }) => language)
  const refuse = (status: number, text?: string) =>
    expect.objectContaining({ status, ...(text && { errors: { caption: [text] } }) })

  it.each([
    ['no WebVTT', 'こんばんは', CAPTION_UNREADABLE],
    ['another encoding', new Uint8Array([0x57, 0x82, 0xb1, 0x82]), CAPTION_UNREADABLE],
    ['a large file', `${vtt('い')}\nNOTE ${'x'.repeat(CAPTION_MAX_BYTES)}`, CAPTION_TOO_LARGE],
    ['many captions', vtt(...Array(CAPTION_CUES_MAX + 1).fill('い')), CAPTION_TOO_LARGE],
    ['a caption of tags only', vtt('<'.repeat(CAPTION_MAX_BYTES - 100)), CAPTION_CUE_TOO_LONG],
    ['many signs', vtt(...Array(190).fill('<'.repeat(CAPTION_CUE_MAX))), CAPTION_TOO_LARGE],
  ])('refuse %s', async (_, file, message) => {
    await expect(put(file)).rejects.toEqual(refuse(422, message))
    expect(await list()).toEqual([])
  })

  it('are for hosts to change, in known languages', async () => {
    await expect(put(vtt('い'), 'ja', 'fan')).rejects.toEqual(refuse(403))
    await expect(put(vtt('い'), 'xx')).rejects.toEqual(refuse(404))
    await put(vtt('い'))
    const remove = (user: string) =>
      world.as(user)(live.deleteCaption, { params: { ...params, language: 'ja' } })
    await expect(remove('fan')).rejects.toEqual(refuse(403))
    await remove('aoi')
    await remove('aoi')
    expect(await list()).toEqual([])
  })

  it('are in several languages, each replaced by the next file', async () => {
    await put(vtt('good evening'), 'en')
    await put(vtt('こんばんわ'))
    await put(vtt('<b>こんばんは</b>'))
    expect(await list()).toEqual(['ja', 'en'])
    expect(await read()).toEqual({ text: vtt('こんばんは') })
    expect(await read('en')).toEqual({ text: vtt('good evening') })
    await expect(read('ko')).rejects.toEqual(refuse(404))
  })

  it('are refused with a banned word, also in character references', async () => {
    await makeUser(world, 'admin', { role: 'operator' })
    const body = { word: '死ね', reason: '苦情が多いため' }
    await world.as('admin')(operatorBannedWords.addWord, { body })
    const file = vtt('&#x6B7B;', '&#x306D;&amp;')
    await expect(put(file)).rejects.toMatchObject({
      status: 422,
      errors: { caption: [bannedWord('字幕')] },
    })
    await put(vtt('&amp;&#x3c;い'))
    expect(await read()).toEqual({ text: vtt('&amp;&lt;い') })
  })

  it('are for ticket holders, while the archive is open', async () => {
    await put(vtt('い'))
    await expect(read('ja', 'stranger')).rejects.toEqual(refuse(403))
    await expect(list('stranger')).rejects.toEqual(refuse(403))
    await world.db
      .updateTable('event')
      .set({ archive_until: world.clock.now().toISOString() })
      .where('id', '=', 'over')
      .execute()
    await expect(read()).rejects.toEqual(refuse(404))
    expect(await list()).toEqual([])
    expect(await list('aoi')).toEqual(['ja'])
  })
})
