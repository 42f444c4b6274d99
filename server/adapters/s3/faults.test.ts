import { afterEach, beforeEach, expect, it } from 'vitest'
import { arrivingAt, type Media, MediaDown } from '#server/ports/media.ts'
import { openS3, type S3Server } from '#server/testing/s3.ts'
import { s3Media } from './media.ts'

const PIECE = 1000
const QUICK = { pauseMs: 5, pieceBytes: PIECE }

let server: S3Server
let media: Media
/** The same bucket, for who will not wait. */
let hasty: Media
beforeEach(async () => {
  server = await openS3()
  media = s3Media(server.config, QUICK)
  hasty = s3Media(server.config, { ...QUICK, patienceMs: 300 })
})
afterEach(() => server.close())

const A = arrivingAt('a')
const file = (bytes: number) => Uint8Array.from({ length: bytes }, (_, n) => n % 251)
async function* whole(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300)
}
async function paths(store = media) {
  const found = []
  for await (const { path } of store.list('')) found.push(path)
  return found
}
const streamed = async (store: Media, path: string, to: number) => {
  const stream = await store.stream(path, 0, to)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

it('asks again where a server is busy for a moment', async () => {
  server.turn('busy', 2)
  await media.put('public/x', file(10))
  server.turn('busy', 2)
  expect(await media.read('public/x')).toEqual(Buffer.from(file(10)))
})

it.each(['busy', 'silent'] as const)(
  'says of a server that stays %s that it is down',
  async (how) => {
    await media.put('public/x', file(10))
    server.turn(how)
    for (const act of [
      () => hasty.put('public/y', file(10)),
      () => hasty.read('public/x'),
      () => hasty.find('public/x'),
      () => hasty.stream('public/x', 0, 1),
      () => hasty.size(A),
      () => hasty.remove('public/x'),
      () => hasty.append(A, 0, whole(file(10))),
      () => hasty.link('public/x', 'public/z'),
      () => paths(hasty),
    ])
      await expect(act()).rejects.toThrow(MediaDown)
    server.turn('fine')
    expect(await paths()).toEqual(['public/x'])
  },
)

it('says so, too, where nobody listens at all', async () => {
  const { config } = server
  const nowhere = s3Media({ ...config, endpoint: 'http://127.0.0.1:9' }, QUICK)
  await expect(nowhere.read('public/x')).rejects.toMatchObject({ isFinal: false })
  await expect(nowhere.read('public/x')).rejects.toThrow(MediaDown)
})

it('does not ask again with keys that are refused, and tells nobody what they are', async () => {
  await media.put('public/x', file(10))
  for (const wrong of [{ secret: 'the-wrong-secret' }, { keyId: 'the-wrong-key' }]) {
    const stranger = s3Media({ ...server.config, ...wrong }, QUICK)
    server.requests.length = 0
    const refused = await stranger.read('public/x').catch((error: MediaDown) => error)
    expect(refused).toMatchObject({ isFinal: true })
    expect(String((refused as Error).message)).toMatch(
      /403 (SignatureDoesNotMatch|InvalidAccessKeyId)$/,
    )
    expect(server.requests).toHaveLength(1)
  }
})

it('says that a bucket is missing', async () => {
  const lost = s3Media({ ...server.config, bucket: 'none-such' }, QUICK)
  await expect(lost.size(A)).rejects.toMatchObject({ isFinal: true })
  await expect(lost.put('public/x', file(1))).rejects.toThrow(MediaDown)
})

it.each(['cut', 'stalled'] as const)(
  'gives half a file out as none where the line is %s',
  async (how) => {
    await media.put('public/x', file(5000))
    server.turn(how)
    await expect(streamed(hasty, 'public/x', 5000)).rejects.toThrow()
    await expect(hasty.read('public/x')).rejects.toThrow(MediaDown)
    server.turn('fine')
    expect(await streamed(media, 'public/x', 5000)).toEqual(file(5000))
  },
)

it('keeps what had arrived when the server went away, and goes on from there', async () => {
  const bytes = file(3500)
  async function* coming() {
    yield bytes.subarray(0, 2200)
    server.turn('busy')
    yield bytes.subarray(2200)
  }
  await expect(media.append(A, 0, coming())).rejects.toThrow(MediaDown)
  server.turn('fine')
  const reached = (await media.size(A))!
  expect(reached).toBe(2000)
  await media.append(A, reached, whole(bytes.subarray(reached)))
  expect(await media.read(A)).toEqual(Buffer.from(bytes))
})

it('leaves no half of a film that could not be put together', async () => {
  await media.append(A, 0, whole(file(5000)))
  server.turn('cut')
  await expect(media.link(A, 'members/film')).rejects.toThrow(MediaDown)
  server.turn('fine')
  expect(await media.find('members/film')).toBeNull()
  await media.link(A, 'members/film')
  expect(await media.read('members/film')).toEqual(Buffer.from(file(5000)))
})

it('lists more than fits on one page', { tags: 'full', timeout: 240_000 }, async () => {
  const names = Array.from({ length: 1005 }, (_, n) => `public/many/${n}`)
  for (const name of names) await media.put(name, file(1))
  expect((await paths()).sort()).toEqual(names.sort())
})
