// @module-tag full
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_BASE } from '#contract/http/endpoint.ts'
import { CLIP, film, picture } from '#server/testing/files.ts'
import { type LiveSite, startLiveSite } from '#server/testing/live-site.ts'

const MB = 1_000_000
/** Far above the server's memory limit, within the size limit of a video. */
const LARGE = 400 * MB

let site: LiveSite
beforeAll(async () => {
  site = await startLiveSite()
  await site.start('main')
})
afterAll(() => site?.close())

const memoryOf = (what: 'VmRSS' | 'VmHWM') => {
  const status = readFileSync(`/proc/${site.pidOf('main')}/status`, 'latin1')
  return Number(status.match(new RegExp(`${what}:\\s+(\\d+) kB`))![1]) * 1024
}
const pending = () => {
  try {
    return readdirSync(join(site.folder, 'media/arriving'))
  } catch {
    return [] // no upload arrived
  }
}

/**
 * Writes a video of about that size: the demo's first picture, then one packet per second of H.264 filler data (ITU-T
 * H.264, 7.3.2.7), which is invisible.
 */
async function writeLargeFilm(path: string, bytes: number) {
  const input = new Input({ formats: [MP4], source: new FilePathSource(CLIP) })
  const track = (await input.getPrimaryVideoTrack())!
  const first = (await new EncodedPacketSink(track).getFirstPacket())!
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source)
  await output.start()
  const meta = { decoderConfig: (await track.getDecoderConfig())! }
  await source.add(first.clone({ timestamp: 0, duration: 1 }), meta)
  const filler = Buffer.alloc(MB, 0xff)
  filler.writeUInt32BE(MB - 4)
  filler[4] = 12
  for (let second = 1; second * MB < bytes; second++)
    await source.add(new EncodedPacket(filler, 'delta', second, 1))
  await output.finalize()
}

/** The beginning of a video, followed by endless zeros. */
async function* endless(bytes: number) {
  yield film()
  const zeros = new Uint8Array(MB)
  for (let left = bytes; left > 0; left -= MB) yield zeros.subarray(0, left)
}

async function send(content: AsyncIterable<Uint8Array>, declared: string | null = null) {
  const { token } = await site.callerOf('owner')
  const boundary = 'kyoukai'
  const part = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const small = await picture(64, 36)
  async function* form() {
    const text = (value: string) => new TextEncoder().encode(value)
    yield text(`${part('title')}長い夜\r\n${part('text')}便り\r\n`)
    yield text(part('video_thumbnail', '; filename="a.png"'))
    yield small
    yield text(`\r\n${part('video', '; filename="a.mp4"')}`)
    yield* content
    yield text(`\r\n--${boundary}--\r\n`)
  }
  return fetch(`${site.site}${API_BASE}/room/aoi/thread`, {
    method: 'POST',
    body: Readable.from(form()),
    duplex: 'half',
    headers: {
      authorization: `Bearer ${token()}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(declared && { 'content-length': declared }),
    },
  } as unknown as RequestInit)
}

it('accepts a video of 400 MB without holding it in memory, and serves ranges of it (70)', async () => {
  const path = join(site.folder, 'large.mp4')
  await writeLargeFilm(path, LARGE)
  const before = memoryOf('VmRSS')
  const answer = await send(createReadStream(path))
  expect(answer.status).toBe(201)
  expect(memoryOf('VmHWM') - before).toBeLessThan(300 * MB)
  expect(pending()).toEqual([])
  const { video_path } = (await answer.json()) as { video_path: string }
  const response = await fetch(site.site + video_path, { method: 'HEAD' })
  const size = Number(response.headers.get('content-length'))
  expect(size).toBeGreaterThan(LARGE - 2 * MB)
  const chunk = await fetch(site.site + video_path, { headers: { range: `bytes=${size - 4}-` } })
  expect(chunk.status).toBe(206)
  expect(chunk.headers.get('content-range')).toBe(`bytes ${size - 4}-${size - 1}/${size}`)
  expect(chunk.headers.get('content-type')).toBe('video/mp4')
  for (const unsigned of [video_path.split('?')[0]!, `${video_path}x`])
    expect((await fetch(site.site + unsigned)).status).toBe(403)
})

it('cuts an endless video off and stores nothing (70)', async () => {
  const ended = await send(endless(5_000 * MB)).then(
    ({ status }) => status,
    () => 'cut off',
  )
  // A client that keeps sending may be disconnected before it reads the response.
  expect([413, 'cut off']).toContain(ended)
  await expect.poll(pending, { timeout: 60_000 }).toEqual([])
})
