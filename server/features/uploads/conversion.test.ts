import { copyFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defined } from '#contract/lib/defined.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { uploads } from '#contract/uploads/calls.ts'
import { UNFIT } from '#contract/uploads/messages.ts'
import { findFfmpeg } from '#server/adapters/ffmpeg.ts'
import { filmConverter } from '#server/adapters/film-converter.ts'
import { inspectFilm } from '#server/media/films/repack.ts'
import type { ConversionWork, Converter } from '#server/ports/films.ts'
import { CLIP, film } from '#server/testing/files.ts'
import { encodeFilm, packetsOf } from '#server/testing/films.ts'
import { formOf } from '#server/testing/form.ts'
import { makeRoom, makeStaff, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames, databaseNames, isFull, ruleOn } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { testFfmpeg } from '../../../scripts/install/ffmpeg.ts'
import { sweepFiles } from './sweep.ts'

const tool = await findFfmpeg(defined(testFfmpeg(), 'ffmpeg'))
if (tool.state !== 'found') throw new Error(`ffmpeg: ${tool.state}`)
const ffmpeg = filmConverter(tool)

const HOUR = 60 * 60_000
let encoded: ReturnType<typeof encodeFilm> | undefined
/** Encoded once: an encoding takes a second of both cores. */
const hevc = () => (encoded ??= encodeFilm({ picture: 'libx265', sound: 'aac' }))

let world: World
afterEach(() => world.close())

async function open(database: 'sqlite' | 'postgres', converter?: Converter) {
  world = await createWorld(database, {}, undefined, undefined, converter ? { converter } : {})
  await makeRoom(world, 'aoi')
  for (const name of ['fan', 'mod']) await makeUser(world, name)
  await makeStaff(world, 'room-aoi', 'mod', 'moderator')
}

async function upload(bytes: Uint8Array, who = 'aoi') {
  const { id } = await world.as(who)(uploads.startUpload, { body: { size: bytes.length } })
  await world.as(who)(uploads.sendPiece, {
    params: { id },
    query: { offset: 0 },
    body: new Blob([Uint8Array.from(bytes)], { type: 'application/octet-stream' }),
  })
  return id
}
const convert = (id: string, kind: 'audio' | 'video' = 'video', who = 'aoi') =>
  world.as(who)(uploads.convertUpload, { params: { id }, body: { kind } })
const progress = (id: string, who = 'aoi') =>
  world.as(who)(uploads.getConversion, { params: { id } })
const post = (fields: Record<string, string>) =>
  world.as('aoi')(posting.createThread, {
    params: { roomid: 'aoi' },
    body: formOf({ title: '夜', text: '便り', ...fields }),
  })
const stored = async (id: string) => defined(await world.media.read(`arriving/${id}`), 'an upload')

/** A converter that copies the demo's clip, once `work` allows it. */
const copier = (work: (one: ConversionWork) => Promise<void>): Converter => ({
  async convert(one) {
    await work(one)
    copyFileSync(CLIP, one.to)
    writeFileSync(one.still, 'a picture')
    return true
  },
})

describe.each(apiDatabaseNames)('conversion with ffmpeg on %s', (database) => {
  beforeEach(() => open(database, ffmpeg))

  const films = [
    { what: 'HEVC', options: { picture: 'libx265', sound: 'aac' } },
    { what: '10 bit', options: { picture: 'libx264', pixels: 'yuv420p10le', sound: 'aac' } },
    { what: '4:4:4 without sound', options: { picture: 'libx264', pixels: 'yuv444p' } },
    { what: 'AC-3', options: { picture: 'libx264', sound: 'ac3' } },
  ] as const
  it.each(isFull ? films : films.slice(0, 1))(
    'makes a film in $what one that every browser plays',
    async ({ options }) => {
      const id = await upload(await encodeFilm(options))
      expect(await convert(id)).toMatchObject({ state: 'waiting', upload_id: null })
      await world.deliver()
      const done = await progress(id)
      expect(done).toMatchObject({ state: 'ready', percent: 100 })
      const result = defined(done.upload_id, 'the converted file')
      const bytes = await stored(result)
      const arrived = { path: `arriving/${result}`, size: bytes.length }
      expect(await inspectFilm(world.media, arrived)).toMatchObject({ width: 64, height: 48 })
      const codecs = (await packetsOf(bytes)).map(({ codec }) => codec)
      expect(codecs).toEqual('sound' in options ? ['avc', 'aac'] : ['avc'])
      const thread = await post({
        video: result,
        video_thumbnail: defined(done.thumbnail_id, 'a picture'),
      })
      expect(thread.video_path).toMatch(/\.mp4/)
      expect(thread.video_thumbnail_path).toMatch(/\.png/)
    },
  )

  it('makes a sound in AC-3 one that every browser plays', { tags: 'full' }, async () => {
    const id = await upload(await encodeFilm({ sound: 'ac3' }))
    await convert(id, 'audio')
    await world.deliver()
    const done = await progress(id)
    expect(done).toMatchObject({ state: 'ready', thumbnail_id: null })
    const thread = await post({ audio: defined(done.upload_id, 'the converted file') })
    expect(thread.audio_path).toMatch(/\.m4a/)
  })

  it('leaves a film that every browser plays as it is', async () => {
    const id = await upload(film())
    expect(await convert(id)).toEqual({
      ...{ state: 'ready', percent: 100, upload_id: id, thumbnail_id: null },
    })
  })

  it('draws a picture out of a film that its browser cannot draw', async () => {
    const id = await upload(film())
    await world.as('aoi')(uploads.convertUpload, {
      params: { id },
      body: { kind: 'video', with_thumbnail: true },
    })
    await world.deliver()
    const done = await progress(id)
    const video = defined(done.upload_id, 'the film')
    // The pictures are those of the original, not encoded again.
    const [copied, original] = await Promise.all(
      [stored(video), film()].map(async (bytes) => packetsOf(await bytes)),
    )
    expect(copied).toEqual(original)
    const thread = await post({
      video,
      video_thumbnail: defined(done.thumbnail_id, 'its picture'),
    })
    expect(thread.video_thumbnail_path).toMatch(/\.png/)
  })

  it('fails for a film in a codec that is unknown', async () => {
    const bytes = Buffer.from(await hevc())
    // The sample entry names the codec.
    const id = await upload(bytes.fill('zzzz', bytes.indexOf('hev1'), bytes.indexOf('hev1') + 4))
    await convert(id)
    await world.deliver()
    expect(await progress(id)).toMatchObject({ state: 'failed', upload_id: null })
    expect(await convert(id)).toMatchObject({ state: 'failed' })
    world.clock.move(2 * HOUR)
    await sweepFiles(world.deps)
    expect(world.media.paths()).toEqual([])
  })

  it('deletes the original at once, and an abandoned result after an hour', async () => {
    const id = await upload(await hevc())
    await convert(id)
    await world.deliver()
    await expect(world.as('aoi')(uploads.getUpload, { params: { id } })).rejects.toMatchObject({
      status: 404,
    })
    world.clock.move(2 * HOUR)
    await sweepFiles(world.deps)
    await sweepFiles(world.deps)
    expect(world.media.paths()).toEqual([])
    await expect(progress(id)).rejects.toMatchObject({ status: 404 })
  })
})

it('is refused in words without an ffmpeg', async () => {
  await open('sqlite')
  const id = await upload(await hevc())
  await expect(convert(id)).rejects.toMatchObject({
    status: 422,
    errors: { video: [UNFIT.video.unplayable] },
  })
})

describe.each(databaseNames)('the queue of conversions on %s', (database) => {
  it('serves each person in turn', async () => {
    const served: number[] = []
    const film = await hevc()
    await open(
      database,
      copier(async ({ from }) => {
        const { size } = await import('node:fs/promises').then(({ stat }) => stat(from))
        served.push(size - film.length)
      }),
    )
    // A trailing box of a different size marks each file.
    const marked = (bytes: number) => {
      const box = Buffer.alloc(8 + bytes)
      box.writeUInt32BE(8 + bytes)
      box.write('free', 4)
      return Buffer.concat([film, box])
    }
    for (const bytes of [1, 2, 3]) await convert(await upload(marked(bytes)))
    await convert(await upload(marked(4), 'mod'), 'video', 'mod')
    await world.deliver()
    expect(served).toEqual([9, 12, 10, 11])
  })

  it('begins a conversion anew whose process was stopped', async () => {
    let starts = 0
    const stop = Promise.withResolvers<void>()
    await open(
      database,
      copier(async ({ signal }) => {
        if (++starts > 1) return
        stop.resolve()
        await setTimeout(60_000, undefined, { signal })
      }),
    )
    const id = await upload(await hevc())
    await convert(id)
    const worker = world.work()
    await stop.promise
    await worker.stop()
    expect(await progress(id)).toMatchObject({ state: 'running' })
    world.clock.move(HOUR / 12)
    await world.deliver()
    expect(await progress(id)).toMatchObject({ state: 'ready' })
    expect(starts).toBe(2)
  })

  it('gives a conversion up that ended its process each time', ruleOn(database), async () => {
    await open(
      database,
      copier(() => Promise.reject(new Error('killed'))),
    )
    const id = await upload(await hevc())
    await convert(id)
    for (let n = 0; n < 8; n++) {
      await world.deliver()
      world.clock.move(HOUR / 60)
    }
    expect(await progress(id)).toMatchObject({ state: 'failed' })
  })

  it('ends a conversion whose upload was deleted', ruleOn(database), async () => {
    const [isRunning, dropped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await open(
      database,
      copier(async ({ signal, onProgress }) => {
        isRunning.resolve()
        await dropped.promise
        world.clock.move(HOUR / 60)
        onProgress(50)
        await setTimeout(60_000, undefined, { signal })
      }),
    )
    const id = await upload(await hevc())
    await convert(id)
    const delivered = world.deliver()
    await isRunning.promise
    await world.as('aoi')(uploads.dropUpload, { params: { id } })
    dropped.resolve()
    await delivered
    expect(world.media.paths()).toEqual([])
    await expect(progress(id)).rejects.toMatchObject({ status: 404 })
  })

  it('goes on with the person’s next conversion when one is given up', async () => {
    await open(
      database,
      copier(async () => {}),
    )
    const [first, second] = [await upload(await hevc()), await upload(await hevc())]
    for (const id of [first, second]) await convert(id)
    await world.as('aoi')(uploads.dropUpload, { params: { id: first } })
    await world.deliver()
    expect(await progress(second)).toMatchObject({ state: 'ready' })
  })

  it('gives a conversion up that nobody has asked for', ruleOn(database), async () => {
    const worked: string[] = []
    await open(
      database,
      copier(async ({ from }) => void worked.push(from)),
    )
    const id = await upload(await hevc())
    await convert(id)
    world.clock.move(HOUR / 4)
    await world.deliver()
    expect(worked).toEqual([])
    expect(await progress(id)).toMatchObject({ state: 'failed' })
  })
})
