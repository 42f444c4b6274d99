import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { type Caller, createCaller, urlOf } from '#contract/caller.ts'
import { events } from '#contract/events.ts'
import { live } from '#contract/live.ts'
import { CODEC_FOREIGN, KEYFRAMES_FAR, SOUND_NONE } from '#contract/messages.ts'
import { streams } from '#contract/streams.ts'
import { type Encoder, startEncoder } from './testing/encoder.ts'

/** The product's two processes as the supervisor starts them, each to be killed by itself. */
let folder: string
let site: string
let rtmp: string
const parts: Record<string, ChildProcess> = {}
let env: NodeJS.ProcessEnv

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return String(port)
}

async function start(script: 'main' | 'ingest') {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${script}.ts`)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  parts[script] = child
  const lines = createInterface({ input: child.stdout! })
  await new Promise<void>((up, failed) => {
    child.once('exit', (code) => failed(new Error(`${script} ended with ${code}`)))
    lines.on('line', (line) => line.startsWith('{') && up())
  })
}
async function kill(script: 'main' | 'ingest', signal: NodeJS.Signals = 'SIGKILL') {
  const child = parts[script]!
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-ingest-'))
  const [PORT, RTMP_PORT] = [await freePort(), await freePort()]
  site = `http://localhost:${PORT}`
  rtmp = `rtmp://127.0.0.1:${RTMP_PORT}/live`
  const ours = { PORT, RTMP_PORT, DATA_DIR: folder, DEMO: '1', LOG_LEVEL: 'silent' }
  env = { ...process.env, NODE_ENV: '', RATE_LIMITS: 'off', ...ours }
  await Promise.all([start('main'), start('ingest')])
}, 60_000)
afterAll(async () => {
  for (const child of Object.values(parts)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function callerOf(name: string): Promise<{ call: Caller; token: () => string }> {
  const reach = (url: string, init: RequestInit) => fetch(new URL(url, site), init)
  const visitor = createCaller({ fetch: reach, token: () => null })
  const body = { email: `${name}@example.com`, password: 'password' }
  const { access_token } = await visitor(auth.login, { body })
  return {
    call: createCaller({ fetch: reach, token: () => access_token }),
    token: () => access_token,
  }
}

/** A coming event of the owner's that the fan has a ticket to. */
async function comingEvent() {
  const [owner, fan] = await Promise.all([callerOf('owner'), callerOf('fan')])
  const { items } = await fan.call(events.listJoined, { query: { limit: 100 } })
  const event = items.find(
    ({ publishment_flg, archive_days, room }) =>
      publishment_flg === 0 && archive_days > 0 && room.id === 'aoi',
  )!
  const params = { id: event.id }
  const ingest = () => owner.call(streams.getIngest, { params })
  return {
    owner,
    fan,
    params,
    ingest,
    turn: (publishment_flg: 0 | 1 | 2 | 3) =>
      owner.call(streams.setPublishment, { params, body: { publishment_flg } }),
    state: async () => (await ingest()).status,
    event: () => fan.call(events.getEvent, { params }),
  }
}

/** The playlist that somebody is given, in a browser of their own. */
async function playlistOf(
  who: { token: () => string },
  call: typeof live.getLiveUrl | typeof live.getArchiveUrl,
  params: { id: string },
) {
  const answer = await fetch(site + urlOf(call, { params }), {
    headers: { authorization: `Bearer ${who.token()}` },
  })
  const { url } = (await answer.json()) as { url?: string }
  if (!url) return null
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
  const get = (path: string) => fetch(new URL(path, site + url), { headers: { cookie } })
  const text = async () => (await get(url)).text()
  return { url, get, text }
}

function encode(key: string, options: Parameters<typeof startEncoder>[1] = {}): Encoder {
  const encoder = startEncoder(`${rtmp}/${key}`, options)
  onTestFinished(() => encoder.cut())
  return encoder
}
const soon = { timeout: 15_000, interval: 100 }
const mediaLines = (text: string) =>
  text.split('\n').filter((line) => line && !line.startsWith('#'))

it('turns a wrong key away at once, and takes a good one: from a push to an archive', {
  timeout: 120_000,
}, async () => {
  const { owner, fan, params, ingest, turn, state, event } = await comingEvent()
  await encode('wrong').ended
  const { stream_key } = await ingest()
  const before = Date.now()
  const first = encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  expect(Date.now() - before).toBeLessThan(10_000)
  expect((await ingest()).health).toMatchObject({ video: { width: 320, height: 180 }, audio: {} })
  const preview = (await playlistOf(owner, live.getLiveUrl, params))!
  expect(await preview.text()).toContain('#EXTINF')
  expect(await playlistOf(fan, live.getLiveUrl, params)).toBeNull()

  await turn(1)
  const playlist = await vi.waitFor(async () => {
    const found = await playlistOf(fan, live.getLiveUrl, params)
    expect(found).not.toBeNull()
    return found!
  }, soon)
  const text = await playlist.text()
  const init = text.match(/MAP:URI="([^"]+)"/)![1]!
  for (const [address, box] of [
    [init, 'moov'],
    [mediaLines(text)[0]!, 'moof'],
  ] as const) {
    const bytes = Buffer.from(await (await fetch(site + address)).arrayBuffer())
    expect(bytes.includes(box)).toBe(true)
  }

  await first.cut()
  await vi.waitFor(async () => expect(await state()).toBe('interrupted'), soon)
  encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('on_air'), soon)
  expect(await playlist.text()).toContain('#EXT-X-DISCONTINUITY\n')

  const ending = Date.now()
  await turn(3)
  const archive = await vi.waitFor(async () => {
    const found = await playlistOf(fan, live.getArchiveUrl, params)
    expect(found).not.toBeNull()
    return found!
  }, soon)
  expect(Date.now() - ending).toBeLessThan(10_000)
  expect(await event()).toMatchObject({ publishment_flg: 3, archive: 1 })
  const whole = await archive.text()
  expect(whole.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
  for (const line of mediaLines(whole)) {
    const piece = await archive.get(new URL(line, site + archive.url).pathname)
    expect(Buffer.from(await piece.arrayBuffer()).includes('moof')).toBe(true)
  }
  await encode(stream_key).ended // an ended key opens nothing
  expect(await state()).toBe('idle')
})

/** Another coming event of the owner's: its owner sees the preview. */
async function ownEvent(n: number) {
  const owner = await callerOf('owner')
  const { items } = await owner.call(events.listOwn, { query: { limit: 100 } })
  const coming = items.filter(
    ({ publishment_flg, status }) => publishment_flg === 0 && status === 'published',
  )
  const params = { id: coming.at(-1 - n)!.id }
  const ingest = () => owner.call(streams.getIngest, { params })
  return { owner, params, ingest, state: async () => (await ingest()).status }
}

it('cuts off an encoder whose key is replaced, and lets the new key in', {
  timeout: 60_000,
}, async () => {
  const { owner, params, ingest, state } = await ownEvent(0)
  const encoder = encode((await ingest()).stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  const { stream_key } = await owner.call(streams.rotateKey, { params })
  await encoder.ended
  await vi.waitFor(async () => expect(await state()).toBe('idle'), soon)
  encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
})

it('tells the owner of a codec that cannot be shown, of far keyframes and of silence', {
  timeout: 60_000,
}, async () => {
  const { ingest } = await ownEvent(1)
  const { stream_key } = await ingest()
  const advice = async () => (await ingest()).health?.advice
  const foreign = encode(stream_key, { codec: 'libx265' })
  await vi.waitFor(async () => expect(await advice()).toContain(CODEC_FOREIGN), soon)
  await foreign.cut()
  encode(stream_key, { keyframeS: 6, silent: true })
  const said = [KEYFRAMES_FAR, SOUND_NONE]
  await vi.waitFor(async () => expect(await advice()).toEqual(expect.arrayContaining(said)), soon)
})

it('heals when either process is killed in the middle of a stream', {
  timeout: 120_000,
}, async () => {
  const { owner, params, ingest, state } = await ownEvent(2)
  const { stream_key } = await ingest()
  const first = encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  await owner.call(streams.setPublishment, { params, body: { publishment_flg: 1 } })

  await kill('ingest')
  await first.ended
  await vi.waitFor(async () => expect(await state()).toBe('interrupted'), soon)
  await start('ingest')
  encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('on_air'), soon)

  await kill('main')
  await start('main')
  const again = await callerOf('owner')
  const ask = () => again.call(streams.getIngest, { params })
  await vi.waitFor(async () => expect(await ask()).toMatchObject({ health: {} }), soon)
  expect(await ask(), 'the encoder noticed nothing').toMatchObject({ status: 'on_air' })
  const playlist = await vi.waitFor(async () => {
    const found = await playlistOf(again, live.getLiveUrl, params)
    expect(found).not.toBeNull()
    return found!
  }, soon)
  const newest = async () =>
    mediaLines(await playlist.text())
      .at(-1)!
      .split('?')[0]
  const before = await newest()
  await vi.waitFor(async () => expect(await newest()).not.toBe(before), soon)
  expect(
    (await playlist.text()).match(/#EXT-X-DISCONTINUITY\n/g),
    'only the first death',
  ).toHaveLength(1)
})
