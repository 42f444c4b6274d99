import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inbox } from '#contract/inbox/calls.ts'
import { operatorRooms } from '#contract/operator/rooms/calls.ts'
import { IMAGE_UNREADABLE } from '#contract/shared/messages.ts'
import { stamps } from '#contract/stamps/calls.ts'
import { STAMP_MAX } from '#contract/stamps/limits.ts'
import { STAMP_NAME_NEEDED, STAMP_PICTURE_NEEDED, STAMPS_FULL } from '#contract/stamps/messages.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { makeMember, makeRoom, makeStaff, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('stamps of a room on %s', (database) => {
  let world: World
  const params = { id: 'aoi' }
  beforeEach(async () => {
    world = await createWorld(database)
    for (const name of ['aoi', 'mio']) await makeRoom(world, name)
    for (const name of ['fan', 'mod']) await makeUser(world, name)
    await makeUser(world, 'admin', { role: 'operator' })
    await makeMember(world, 'room-aoi', 'fan')
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
  })
  afterEach(() => world.close())

  const image = async (width = 40, height = 40) =>
    new File([await picture(width, height)], 'stamp.png')
  const add = async (
    stamp_name = '拍手',
    { user = 'aoi' as string | null, file = undefined as File | undefined } = {},
  ) =>
    world.as(user)(stamps.addStamp, {
      params,
      body: formOf({ stamp_name, image: file ?? (await image()) }),
    })
  const list = (user = 'fan') => world.as(user)(stamps.listStamps, { params })
  const names = async () => (await list()).map(({ name }) => name)
  const order = (ids: string[], user = 'aoi') =>
    world.as(user)(stamps.orderStamps, { params, body: { ids } })
  const remove = (stamp_id: string, user = 'aoi', id = 'aoi') =>
    world.as(user)(stamps.removeStamp, { params: { id, stamp_id } })
  const refuse = (status: number, message?: string) =>
    expect.objectContaining({ status, ...(message && { message }) })

  it.each([
    { user: null, status: 401 },
    { user: 'fan', status: 403 },
    { user: 'mod', status: 403 },
    { user: 'mio', status: 403 },
  ])('are not added, ordered or removed by $user: $status', async ({ user, status }) => {
    const { id } = await add()
    await expect(add('い', { user })).rejects.toEqual(refuse(status))
    const as = world.as(user)
    await expect(as(stamps.orderStamps, { params, body: { ids: [] } })).rejects.toEqual(
      refuse(status),
    )
    await expect(as(stamps.removeStamp, { params: { ...params, stamp_id: id } })).rejects.toEqual(
      refuse(status),
    )
    expect(await names()).toEqual(['拍手'])
  })

  const notAPicture = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.png')
  it.each([
    { what: 'no name', body: { stamp_name: '' }, error: { stamp_name: [STAMP_NAME_NEEDED] } },
    { what: 'blanks', body: { stamp_name: '　 ' }, error: { stamp_name: [STAMP_NAME_NEEDED] } },
    {
      what: 'a name that is too long',
      body: { stamp_name: 'あ'.repeat(STAMP_MAX.name + 1) },
      error: { stamp_name: [`スタンプの名前は${STAMP_MAX.name}文字以内で入力してください`] },
    },
    { what: 'no picture', body: { image: '' }, error: { image: [STAMP_PICTURE_NEEDED] } },
    {
      what: 'neither',
      body: { stamp_name: '', image: '' },
      error: { stamp_name: [STAMP_NAME_NEEDED], image: [STAMP_PICTURE_NEEDED] },
    },
    {
      what: 'a file that is no picture',
      body: { image: notAPicture },
      error: { image: [IMAGE_UNREADABLE] },
    },
  ])('are refused with $what, and leave no file', async ({ body, error }) => {
    const form = formOf({ stamp_name: '拍手', image: await image(), ...body })
    await expect(world.as('aoi')(stamps.addStamp, { params, body: form })).rejects.toMatchObject({
      status: 422,
      errors: error,
    })
    expect(await list()).toEqual([])
    expect(world.media.paths()).toEqual([])
  })

  it('are refused without the field of the picture', async () => {
    const form = formOf({ stamp_name: '拍手' })
    await expect(world.as('aoi')(stamps.addStamp, { params, body: form })).rejects.toMatchObject({
      errors: { image: [STAMP_PICTURE_NEEDED] },
    })
  })

  it('are drawn again as a small WebP, and listed in their order', async () => {
    const name = 'あ'.repeat(STAMP_MAX.name)
    const stamp = await add(name, { file: await image(1_200, 600) })
    await add('ほうじ茶')
    expect(await names()).toEqual([name, 'ほうじ茶'])
    expect((await list())[0]).toEqual(stamp)
    const bytes = await world.media.read(stamp.image_path.replace('/media/', ''))
    expect(await sharp(bytes!).metadata()).toMatchObject({
      format: 'webp',
      width: STAMP_MAX.side,
      height: STAMP_MAX.side / 2,
    })
  })

  it('are as many as allowed, and not one more', async () => {
    for (let position = 0; position < STAMP_MAX.count - 1; position++)
      await world.add('stamp', {
        ...{ id: `s${position}`, room_id: 'room-aoi', name: `${position}`, position },
        ...{ image_path: `public/stamp/${position}.webp`, created_at: '2026-11-20T03:00:00.000Z' },
      })
    await add('最後')
    await expect(add('余り')).rejects.toEqual(refuse(409, STAMPS_FULL))
    expect((await names()).at(-1)).toBe('最後')
    expect(world.media.paths()).toHaveLength(1)
  })

  it('are ordered; those that are not named come last, foreign ids are ignored', async () => {
    const [a, b, c] = [await add('い'), await add('ろ'), await add('は')]
    await order([c.id, 'nothing', a.id, c.id])
    expect(await names()).toEqual(['は', 'い', 'ろ'])
    await order([b.id])
    expect(await names()).toEqual(['ろ', 'は', 'い'])
    expect((await add('に')) && (await names()).at(-1)).toBe('に')
  })

  it('are removed with their file, once, and by their own room alone', async () => {
    const { id } = await add()
    await remove(id, 'mio', 'mio')
    expect(await names()).toEqual(['拍手'])
    await remove(id)
    await remove(id)
    expect(await list()).toEqual([])
    expect(world.media.paths()).toEqual([])
  })

  it('are removed by an operator, with a word to the owner and a record', async () => {
    const { id } = await add()
    const reason = '権利を侵害する画像のため'
    const removeAs = (user: string) =>
      world.as(user)(operatorRooms.removeRoomStamp, {
        params: { ...params, stamp_id: id },
        body: { reason },
      })
    await expect(removeAs('aoi')).rejects.toEqual(refuse(403))
    expect(await removeAs('admin')).toMatchObject({
      stamps: [],
      acts: [{ action: 'stamp.remove', before: { stamp: id }, after: { stamp: null, reason } }],
    })
    await expect(removeAs('admin')).rejects.toEqual(refuse(404))
    expect(world.media.paths()).toEqual([])
    const { items } = await world.as('aoi')(inbox.listConversations, { query: {} })
    expect(items.map(({ title }) => title)).toEqual(['スタンプを削除しました'])
  })
})
