import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Media, MediaDown, pendingPath } from '#server/ports/media.ts'
import { type S3Server, startS3 } from '#server/testing/s3.ts'
import { s3Media } from './media.ts'

const CHUNK = 1000
const QUICK = { pauseMs: 5, chunkBytes: CHUNK }

let server: S3Server
let media: Media
/** The same bucket with a short timeout. */
let hasty: Media
beforeEach(async () => {
  server = await startS3()
  media = s3Media(server.config, QUICK)
  hasty = s3Media(server.config, { ...QUICK, timeoutMs: 300 })
})
afterEach(() => server.close())

const A = pendingPath('a')
const file = (bytes: number) => Uint8Array.from({ length: bytes }, (_, n) => n % 251)
async function* oneChunk(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300)
}
async function paths(store = media) {
  const paths = []
  for await (const { path } of store.list('')) paths.push(path)
  return paths
}
const streamed = async (store: Media, path: string, to: number) => {
  const stream = await store.stream(path, 0, to)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

it('retries while the S3 server is busy for a moment', async () => {
  server.turn('busy', 2)
  await media.put('public/x', file(10))
  server.turn('busy', 2)
  expect(await media.read('public/x')).toEqual(Buffer.from(file(10)))
})

it('repeats a request that got no answer in time only for a caller that waits, as a backup does', async () => {
  await media.put('public/x', file(10))
  server.turn('silent', 1)
  await expect(hasty.size('public/x')).rejects.toThrow(MediaDown)
  server.turn('silent', 1)
  const patient = s3Media(server.config, { ...QUICK, timeoutMs: 300, retriesTimeouts: true })
  expect(await patient.size('public/x')).toBe(10)
})

it.each(['busy', 'silent'] as const)('throws MediaDown if the S3 server stays %s', async (how) => {
  await media.put('public/x', file(10))
  server.turn(how)
  for (const act of [
    () => hasty.put('public/y', file(10)),
    () => hasty.read('public/x'),
    () => hasty.find('public/x'),
    () => hasty.stream('public/x', 0, 1),
    () => hasty.size(A),
    () => hasty.remove('public/x'),
    () => hasty.append(A, 0, oneChunk(file(10))),
    () => hasty.link('public/x', 'public/z'),
    () => paths(hasty),
  ])
    await expect(act()).rejects.toThrow(MediaDown)
  server.turn('fine')
  expect(await paths()).toEqual(['public/x'])
})

it('throws MediaDown if no server listens', async () => {
  const { config } = server
  const nowhere = s3Media({ ...config, endpoint: 'http://127.0.0.1:9' }, QUICK)
  await expect(nowhere.read('public/x')).rejects.toMatchObject({ isFinal: false })
  await expect(nowhere.read('public/x')).rejects.toThrow(MediaDown)
})

it('does not retry with refused keys, and does not reveal them', async () => {
  await media.put('public/x', file(10))
  for (const credentials of [{ secret: 'the-wrong-secret' }, { keyId: 'the-wrong-key' }]) {
    const stranger = s3Media({ ...server.config, ...credentials }, QUICK)
    server.requests.length = 0
    const failure = await stranger.read('public/x').catch((error: MediaDown) => error)
    expect(failure).toMatchObject({ isFinal: true })
    expect(String((failure as Error).message)).toMatch(
      /403 (SignatureDoesNotMatch|InvalidAccessKeyId)$/,
    )
    expect(server.requests).toHaveLength(1)
  }
})

it('reports a missing bucket as a final error', async () => {
  const lost = s3Media({ ...server.config, bucket: 'none-such' }, QUICK)
  await expect(lost.size(A)).rejects.toMatchObject({ isFinal: true })
  await expect(lost.put('public/x', file(1))).rejects.toThrow(MediaDown)
})

it.each(['cut', 'stalled'] as const)(
  'fails to read a partial file if the connection is %s',
  async (how) => {
    await media.put('public/x', file(5000))
    server.turn(how)
    await expect(streamed(hasty, 'public/x', 5000)).rejects.toThrow()
    await expect(hasty.read('public/x')).rejects.toThrow(MediaDown)
    server.turn('fine')
    expect(await streamed(media, 'public/x', 5000)).toEqual(file(5000))
  },
)

it('keeps the uploaded chunks when the server fails, and resumes after them', async () => {
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
  await media.append(A, reached, oneChunk(bytes.subarray(reached)))
  expect(await media.read(A)).toEqual(Buffer.from(bytes))
})

it('leaves no partial video after a failed assembly', async () => {
  await media.append(A, 0, oneChunk(file(5000)))
  server.turn('cut')
  await expect(media.link(A, 'members/film')).rejects.toThrow(MediaDown)
  server.turn('fine')
  expect(await media.find('members/film')).toBeNull()
  await media.link(A, 'members/film')
  expect(await media.read('members/film')).toEqual(Buffer.from(file(5000)))
})

it('lists more files than fit on one page', { tags: 'full' }, async () => {
  const names = Array.from({ length: 1005 }, (_, n) => `public/many/${n}`)
  for (const name of names) await media.put(name, file(1))
  expect((await paths()).sort()).toEqual(names.sort())
})
