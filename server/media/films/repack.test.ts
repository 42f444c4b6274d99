import {
  AdtsOutputFormat,
  BufferTarget,
  Conversion,
  FlacOutputFormat,
  type MetadataTags,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny'
import { expect, it } from 'vitest'
import { memoryMedia } from '#server/ports/media-memory.ts'
import { film, sound } from '#server/testing/files.ts'
import { encodeFilm, inputOf, packetsOf } from '#server/testing/films.ts'
import { inspectFilm, inspectSound, repack } from './repack.ts'

/** Metadata as phones write it; none of these texts may remain in a stored file. */
const SECRETS = ['+35.6809+139.7673/', 'HIMITSU-NAME', 'HIMITSU-CAMERA', 'HIMITSU-TITLE']
const TAGS: MetadataTags = {
  title: 'HIMITSU-TITLE',
  artist: 'HIMITSU-NAME',
  comment: 'HIMITSU-CAMERA',
  date: new Date('2026-08-01T03:00:00.000Z'),
  images: [{ data: Buffer.from('HIMITSU-CAMERA'), mimeType: 'image/png', kind: 'coverFront' }],
  raw: { '©xyz': '+35.6809+139.7673/' },
}

/** Remuxes the tracks into another format with these tags. */
async function tagged(bytes: Uint8Array, format: OutputFormat, tags = TAGS): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const copy = { shiftTolerance: Number.POSITIVE_INFINITY }
  const conversion = await Conversion.init({ input: inputOf(bytes), output, tags, copy })
  await conversion.execute()
  return new Uint8Array(target.buffer!)
}

async function arrived(bytes: Uint8Array) {
  const media = memoryMedia()
  await media.put('arriving/file', bytes)
  return { media, file: { path: 'arriving/file', size: bytes.length } }
}

async function repacked(bytes: Uint8Array, path: string) {
  const { media, file } = await arrived(bytes)
  const size = await repack(media, file, path)
  expect(media.paths().sort()).toEqual(['arriving/file', path].sort())
  const result = (await media.read(path))!
  expect(result.length).toBe(size)
  return result
}

const hasSecret = (bytes: Uint8Array) => SECRETS.filter((word) => Buffer.from(bytes).includes(word))

it.each([
  { kind: 'MP4', bytes: () => tagged(film(), new Mp4OutputFormat()) },
  { kind: 'QuickTime, as an iPhone writes it', bytes: () => tagged(film(), new MovOutputFormat()) },
])('keeps picture and sound of a video in $kind, without metadata', async ({ bytes }) => {
  const sent = await bytes()
  expect(hasSecret(sent)).toEqual(SECRETS)
  const { media, file } = await arrived(sent)
  expect(await inspectFilm(media, file)).toMatchObject({ width: expect.any(Number) })
  const result = await repacked(sent, 'members/thread/film.mp4')
  expect(hasSecret(result)).toEqual([])
  expect(await inputOf(result).getMetadataTags()).toEqual({})
  expect(await (await inputOf(result).getFormat()).name).toBe('MP4')
  expect(await packetsOf(result)).toEqual(await packetsOf(sent))
})

it('keeps the rotation of a video', async () => {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const conversion = await Conversion.init({
    input: inputOf(film()),
    output,
    video: { rotate: 90 },
  })
  await conversion.execute()
  const turned = new Uint8Array(target.buffer!)
  const { media, file } = await arrived(turned)
  const { width, height } = (await inspectFilm(media, file)) as { width: number; height: number }
  expect(height).toBeGreaterThan(width)
  const track = await inputOf(await repacked(turned, 'members/thread/f.mp4')).getPrimaryVideoTrack()
  expect([await track!.getDisplayWidth(), await track!.getDisplayHeight()]).toEqual([width, height])
})

it.each([
  { extension: 'flac', format: () => new FlacOutputFormat(), codec: 'flac' as const },
  { extension: 'm4a', format: () => new Mp4OutputFormat(), codec: 'aac' as const },
  { extension: 'aac', format: () => new AdtsOutputFormat(), codec: 'aac' as const },
  { extension: 'mp3', format: () => new Mp3OutputFormat(), codec: 'libmp3lame' as const },
  { extension: 'ogg', format: () => new OggOutputFormat(), codec: 'libopus' as const },
])('keeps the sound of $extension, without tags', async ({ extension, format, codec }) => {
  const sent = await tagged(await encodeFilm({ sound: codec }), format())
  const { media, file } = await arrived(sent)
  expect(await inspectSound(media, file)).toEqual({ extension })
  const result = await repacked(sent, `members/thread/sound.${extension}`)
  expect(hasSecret(result)).toEqual([])
  expect(await packetsOf(result)).toEqual(await packetsOf(sent))
})

it('keeps a sound without tags unchanged', async () => {
  const result = await repacked(sound(), 'members/thread/sound.wav')
  expect(await packetsOf(result)).toEqual(await packetsOf(sound()))
})

it.each([
  { what: 'HEVC', film: { picture: 'libx265', sound: 'aac' } as const },
  { what: 'H.264 of 10 bits', film: { picture: 'libx264', pixels: 'yuv420p10le' } as const },
  { what: 'H.264 of 4:2:2', film: { picture: 'libx264', pixels: 'yuv422p' } as const },
  { what: 'H.264 of 4:4:4', film: { picture: 'libx264', pixels: 'yuv444p' } as const },
  { what: 'H.264 with AC-3', film: { picture: 'libx264', sound: 'ac3' } as const },
])('reports a video in $what as not playable everywhere', async ({ film }) => {
  const { media, file } = await arrived(await encodeFilm(film))
  expect(await inspectFilm(media, file)).toBe('unplayable')
})

it('reports a sound in AC-3 as not playable everywhere', async () => {
  const { media, file } = await arrived(await encodeFilm({ sound: 'ac3' }))
  expect(await inspectSound(media, file)).toBe('unplayable')
})

it('refuses a truncated video', async () => {
  const { media, file } = await arrived(film().slice(0, film().length / 2))
  expect(await inspectFilm(media, file)).toBe('unreadable')
})
