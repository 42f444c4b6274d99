import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { THREAD_MAX, UPLOAD } from '#contract/threads/posting-limits.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { uploads } from '#contract/uploads/calls.ts'
import { TOO_MANY_UPLOADS, UPLOAD_UNFINISHED } from '#contract/uploads/messages.ts'
import { sound } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { makeRoom, makeStaff, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { sweepFiles } from './sweep.ts'

const HOUR = 60 * 60_000

describe.each(apiDatabaseNames)('uploads on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'mod']) await makeUser(world, name)
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
  })
  afterEach(() => world.close())

  const start = (size: number, who = 'aoi') =>
    world.as(who)(uploads.startUpload, { body: { size } })
  const get = (id: string, who = 'aoi') => world.as(who)(uploads.getUpload, { params: { id } })
  const send = (id: string, offset: number, bytes: Uint8Array<ArrayBuffer>, who = 'aoi') =>
    world.as(who)(uploads.sendPiece, {
      params: { id },
      query: { offset },
      body: new Blob([bytes], { type: 'application/octet-stream' }),
    })
  const post = (fields: Record<string, string>, who = 'aoi') =>
    world.as(who)(posting.createThread, {
      params: { roomid: 'aoi' },
      body: formOf({ title: '夜', text: '便り', ...fields }),
    })
  /** Sends a chunk whose connection breaks after these bytes. */
  async function sendBroken(id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) {
    let isSent = false
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        if (isSent) return stream.error(new Error('the network is gone'))
        isSent = true
        stream.enqueue(bytes)
      },
    })
    const headers = {
      authorization: `Bearer ${await world.tokenOf('aoi')}`,
      'content-type': 'application/octet-stream',
    }
    const at = `/api/application/upload/${id}?offset=${offset}`
    return world.fetch(at, { method: 'PATCH', body, headers, duplex: 'half' } as RequestInit)
  }

  it('are sent in chunks, resume after a broken connection, and are used by their id', async () => {
    const file = sound()
    const { id, offset } = await start(file.length)
    expect(offset).toBe(0)
    expect(await send(id, 0, file.slice(0, 1000))).toEqual({ id, size: file.length, offset: 1000 })
    expect((await sendBroken(id, 1000, file.slice(1000, 1500))).status).toBe(400)
    expect((await get(id)).offset).toBe(1500)
    await expect(post({ audio: id })).rejects.toMatchObject({
      errors: { audio: [UPLOAD_UNFINISHED] },
    })
    await expect(send(id, 1000, file.slice(1000))).rejects.toMatchObject({ status: 409 })
    await expect(send(id, 9999, file.slice(9999))).rejects.toMatchObject({ status: 409 })
    expect((await send(id, 1500, file.slice(1500))).offset).toBe(file.length)
    const { audio_path } = await post({ audio: id })
    const path = audio_path!.replace(/^\/media\/|\?.*$/g, '')
    expect(world.media.paths()).toEqual([path])
    expect(await world.media.read(path)).toEqual(Buffer.from(file))
    await expect(get(id)).rejects.toMatchObject({ status: 404 })
    await expect(post({ audio: id })).rejects.toMatchObject({ status: 422 })
  })

  it('are taken over by the newest connection from a dead one', async () => {
    const { id } = await start(10)
    let hang = (_: ReadableStreamDefaultController<Uint8Array>) => {}
    const hanging = new Promise<ReadableStreamDefaultController<Uint8Array>>((resolve) => {
      hang = resolve
    })
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(new Uint8Array(4))
        hang(stream)
      },
    })
    const token = await world.tokenOf('aoi')
    const first = world.fetch(`/api/application/upload/${id}?offset=0`, {
      ...{ method: 'PATCH', body, duplex: 'half' },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    } as RequestInit)
    await hanging
    for (;;) if ((await get(id)).offset === 4) break
    expect((await send(id, 4, new Uint8Array(6))).offset).toBe(10)
    expect((await first).status).toBe(409)
  })

  it('refuse bytes beyond the announced size, and other content types', async () => {
    const { id } = await start(5)
    await expect(send(id, 0, new Uint8Array(6))).rejects.toMatchObject({ status: 413 })
    const answer = await world.fetch(`/api/application/upload/${id}?offset=0`, {
      method: 'PATCH',
      body: 'hello',
      headers: { authorization: `Bearer ${await world.tokenOf('aoi')}` },
    })
    expect(answer.status).toBe(415)
    for (const size of [0, -1, 1.5, THREAD_MAX.videoBytes + 1])
      await expect(start(size), `${size}`).rejects.toMatchObject({ status: 422 })
  })

  it('are available to people who may post, for their own files only', async () => {
    await expect(start(5, 'fan')).rejects.toMatchObject({ status: 403 })
    const { id } = await start(5, 'mod')
    for (const call of [() => get(id), () => send(id, 0, new Uint8Array(1))])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    const dropped = world.as('aoi')(uploads.dropUpload, { params: { id } })
    await expect(dropped).rejects.toMatchObject({ status: 404 })
    await send(id, 0, new Uint8Array(5), 'mod')
    await expect(post({ audio: id })).rejects.toMatchObject({ status: 422 })
    await world.as('mod')(uploads.dropUpload, { params: { id } })
    expect(world.media.paths()).toEqual([])
  })

  it('are limited in number and by free disk space', async () => {
    const begun = await Promise.allSettled(
      Array.from({ length: UPLOAD.atOnce + 3 }, () => start(1)),
    )
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(UPLOAD.atOnce)
    await expect(start(1)).rejects.toMatchObject({ status: 429, message: TOO_MANY_UPLOADS })
    world.media.leave(1_000_000)
    await expect(start(1, 'mod')).rejects.toMatchObject({ status: 503 })
  })

  it('without a byte give way to new ones, as their client never got the id', async () => {
    const begun = await Promise.all(Array.from({ length: UPLOAD.atOnce }, () => start(2)))
    await send(begun[0]!.id, 0, new Uint8Array(1))
    await expect(start(2)).rejects.toMatchObject({ status: 429 })
    world.clock.move(30_000)
    expect((await start(2)).offset).toBe(0)
    expect((await get(begun[0]!.id)).offset).toBe(1)
    await expect(get(begun[1]!.id)).rejects.toMatchObject({ status: 404 })
  })

  it('are deleted within hours if not posted, and so are leftovers of a power cut (70)', async () => {
    const { id } = await start(10)
    await send(id, 0, new Uint8Array(4))
    await world.media.put('members/thread/left.png', new Uint8Array(3))
    const created_at = world.clock.now().toISOString()
    await world.add('loose_file', { path: 'members/thread/left.png', created_at })
    await sweepFiles(world.deps)
    expect(world.media.paths()).toHaveLength(2)
    world.clock.move(HOUR)
    await sweepFiles(world.deps)
    expect(world.media.paths()).toEqual([])
    await expect(get(id)).rejects.toMatchObject({ status: 404 })
  })

  it('are deleted in time after the clock was ahead; active ones keep their full time (72)', async () => {
    world.clock.move(365 * 24 * HOUR)
    const { id } = await start(10)
    await send(id, 0, new Uint8Array(4))
    await world.media.put('members/thread/left.png', new Uint8Array(3))
    const created_at = world.clock.now().toISOString()
    await world.add('loose_file', { path: 'members/thread/left.png', created_at })
    world.clock.move(-365 * 24 * HOUR)
    await sweepFiles(world.deps)
    expect(world.media.paths()).toHaveLength(2)
    expect(await send(id, 4, new Uint8Array(4))).toMatchObject({ offset: 8 })
    world.clock.move(HOUR)
    await sweepFiles(world.deps)
    expect(world.media.paths()).toEqual([])
    await expect(get(id)).rejects.toMatchObject({ status: 404 })
  })
})
