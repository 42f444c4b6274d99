import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { live } from '#contract/live/calls.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type LiveSite, mediaLines, startLiveSite } from '#server/testing/live-site.ts'
import { findNginx } from '../../scripts/install/nginx.ts'
import { writeFront } from '../../scripts/nginx-front.ts'

const soon = { timeout: 60_000, interval: 100 }
const room: { site?: LiveSite; nginx?: ReturnType<typeof spawn> } = {}
let site: LiveSite
let front: string

const keyOf = (folder: string) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../scripts/segment-key.ts')], {
    env: { ...process.env, DATA_DIR: folder },
    encoding: 'utf8',
  }).stdout

beforeAll(async () => {
  const program = findNginx()
  if (!program)
    throw new Error('nginx is missing: node scripts/install/nginx.ts says how to get it')
  const port = String(await freePort())
  front = `http://localhost:${port}`
  site = await startLiveSite({ SITE_URL: front })
  room.site = site
  await Promise.all([site.start('main'), site.start('ingest')])
  const folder = join(site.folder, 'nginx')
  mkdirSync(folder)
  const conf = writeFront({
    folder,
    port,
    room: new URL(site.site).host.replace('localhost', '127.0.0.1'),
    key: keyOf(site.folder),
    segments: join(site.folder, 'live'),
  })
  const args = ['-c', conf, '-p', folder, '-e', join(folder, 'error.log')]
  room.nginx = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await vi.waitFor(async () => expect((await fetch(`${front}/healthz`)).status).toBe(200), soon)
})
afterAll(async () => {
  if (room.nginx && room.nginx.exitCode === null) {
    const ended = once(room.nginx, 'exit')
    room.nginx.kill('SIGTERM')
    await ended
  }
  await room.site?.close()
})

/** The live event of the demo, as a ticket holder sees it through the proxy. */
async function watchLive() {
  const fan = await site.callerOf('fan')
  const { items } = await fan.call(events.listJoined, { query: { limit: 100 } })
  const params = { id: items.find(({ publishment_flg }) => publishment_flg === 1)!.id }
  const playlist = await vi.waitFor(async () => {
    const playlist = await site.playlistOf(fan, live.getLiveUrl, params, front)
    expect(playlist).not.toBeNull()
    return playlist!
  }, soon)
  return { fan, params, playlist, link: mediaLines(await playlist.text()).at(-1)! }
}
const isNginx = (answer: Response) => !answer.headers.has('x-request-id')

it('passes pages, API calls and playlists to Room', async () => {
  for (const path of ['/', '/event', '/api/application/room']) {
    const headers = { 'accept-encoding': 'br' }
    const [passed, own] = [await fetch(front + path, { headers }), await fetch(site.site + path)]
    expect(isNginx(passed), path).toBe(false)
    expect(passed.status, path).toBe(own.status)
    expect(passed.headers.get('content-encoding'), path).toBe('br')
    // Pages contain the time of their rendering.
    const [actual, meant] = [await passed.text(), await own.text()].map((text) =>
      text.replace(/<script type="application\/json" id="state">.*?<\/script>/s, ''),
    )
    expect(actual, path).toBe(meant)
  }
  const { playlist } = await watchLive()
  const answer = await playlist.get(playlist.url)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.text()).toContain('#EXTINF')
  expect((await fetch(front + playlist.url)).status, 'in another browser').toBe(403)
})

it('serves a segment with a valid signature, complete and by ranges, without asking Room', async () => {
  const { playlist, link } = await watchLive()
  const init = (await playlist.text()).match(/MAP:URI="([^"]+)"/)![1]!
  for (const [address, box] of [
    [init, 'moov'],
    [link, 'moof'],
  ] as const) {
    const answer = await fetch(front + address)
    expect(answer.status).toBe(200)
    expect(isNginx(answer)).toBe(true)
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.includes(box)).toBe(true)
    expect(bytes.equals(Buffer.from(await (await fetch(site.site + address)).arrayBuffer()))).toBe(
      true,
    )
    const part = await fetch(front + address, { headers: { range: 'bytes=4-7' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(4, 8))).toBe(true)
  }
  expect((await fetch(front + link, { method: 'POST' })).status).toBe(403)
})

it('serves renditions of a segment by the same rule', async () => {
  const path = (await watchLive()).link.split('?')[0]!
  const folder = join(site.folder, 'live', path.split('/').at(-2)!)
  const rendition = path.replace('.m4s', '-360.m4s')
  writeFileSync(join(folder, rendition.split('/').at(-1)!), 'half')
  const answer = await fetch(front + signed(rendition, 60))
  expect([isNginx(answer), await answer.text()]).toEqual([true, 'half'])
  expect((await fetch(front + rendition)).status).toBe(403)
})

it('refuses a segment URL that is altered, for another segment, unsigned or expired', async () => {
  const { link } = await watchLive()
  const [path = '', query = ''] = link.split('?')
  const later = query.replace(/expires=(\d+)/, (_, expires) => `expires=${Number(expires) + 600}`)
  const other = path.replace(/-(\d+)\./, (_, n) => `-${Number(n) + 1}.`)
  const forged = [
    path,
    `${path}?${later}`,
    `${path}?${query.replace(/signature=.{4}/, 'signature=AAAA')}`,
    `${other}?${query}`,
    `${path}?signature=${'A'.repeat(22)}`,
    `${path}?expires=x&${query.split('&')[1]}`,
    signed(path, -1),
  ]
  for (const address of forged) {
    const answer = await fetch(front + address)
    expect(answer.status, address).toBe(403)
    expect(isNginx(answer), address).toBe(true)
  }
})

/** Signs like Room, with nginx's key, valid for this many seconds. */
function signed(path: string, seconds: number): string {
  const key = readFileSync(join(site.folder, 'nginx/key'), 'utf8').split('"')[1]
  const expires = Math.floor(Date.now() / 1_000) + seconds
  const signature = createHash('md5').update(`${expires}${path} ${key}`).digest('base64url')
  return `${path}?expires=${expires}&signature=${signature}`
}

it('signed URL expires exactly with its last second', async () => {
  const path = (await watchLive()).link.split('?')[0]!
  for (const at of [front, site.site]) {
    expect((await fetch(at + signed(path, 60))).status, at).toBe(200)
    expect((await fetch(at + signed(path, -1))).status, at).toBe(403)
  }
})

/** Sends the path unchanged: `fetch` would normalize it. */
const askFor = (path: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(front)
    request({ hostname, port, path }, (answer) => {
      let text = ''
      answer.setEncoding('latin1').on('data', (part: string) => {
        text += part
      })
      answer.once('end', () => resolve({ status: answer.statusCode!, text }))
    })
      .once('error', reject)
      .end()
  })

it('exposes no other file, and no internal call of Room’s processes', async () => {
  const { link } = await watchLive()
  const [path = '', query = ''] = link.split('?')
  const folder = path.slice(0, path.lastIndexOf('/'))
  const outside = [
    `${folder}/index?${query}`,
    `${folder}/..%2f..%2fsecrets.json?${query}`,
    `/hls/segment/%2e%2e/secrets.json?${query}`,
    `${folder}/?${query}`,
    `/internal/ingest/report`,
    `/internal/ingest/demo`,
  ]
  for (const address of outside)
    expect((await askFor(address)).status, address).toBeGreaterThanOrEqual(403)
  // Paths that leave the folder reach Room, which answers 404.
  const { link: secret } = loadSecrets(site.folder)
  for (const address of [`${folder}/../../../secrets.json`, '/hls/segment/../../secrets.json'])
    expect((await askFor(`${address}?${query}`)).text, address).not.toContain(secret)
})

it('passes talk on without buffering', async () => {
  const { fan, params } = await watchLive()
  const controller = new AbortController()
  const answer = await fetch(`${front}${urlOf(live.listTalk, { params })}/stream`, {
    headers: { authorization: `Bearer ${fan.token()}` },
    signal: controller.signal,
  })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  await reader.read()
  await fan.call(live.postTalk, { params, body: { message: 'プロキシ越しです' } })
  let received = ''
  while (!received.includes('プロキシ越しです')) received += (await reader.read()).value ?? ''
  controller.abort()
})

it('writes no signed URL into its log', async () => {
  const { playlist } = await watchLive()
  await fetch(`${front}/verify_mail?id=1&signature=himitsu`)
  const token = playlist.url.split('/')[3]!
  const log = join(site.folder, 'nginx/access.log')
  await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toContain('GET /verify_mail"'), soon)
  expect(readFileSync(log, 'utf8')).not.toContain(token)
  expect(readFileSync(log, 'utf8')).not.toContain('himitsu')
})
