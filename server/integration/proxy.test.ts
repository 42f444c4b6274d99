import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/caller.ts'
import { events } from '#contract/events.ts'
import { live } from '#contract/live.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type LiveSite, mediaLines, openLiveSite } from '#server/testing/live-site.ts'
import { findNginx } from '../../scripts/nginx.ts'
import { writeFront } from '../../scripts/nginx-front.ts'

const soon = { timeout: 20_000, interval: 100 }
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
  if (!program) throw new Error('nginx is missing: node scripts/nginx.ts says how to get it')
  const port = String(await freePort())
  front = `http://localhost:${port}`
  site = await openLiveSite({ SITE_URL: front })
  room.site = site
  await Promise.all([site.start('main'), site.start('ingest')])
  const folder = join(site.folder, 'nginx')
  mkdirSync(folder)
  const conf = writeFront({
    folder,
    port,
    room: new URL(site.site).host.replace('localhost', '127.0.0.1'),
    key: keyOf(site.folder),
    pieces: join(site.folder, 'live'),
  })
  const args = ['-c', conf, '-p', folder, '-e', join(folder, 'error.log')]
  room.nginx = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await vi.waitFor(async () => expect((await fetch(`${front}/healthz`)).status).toBe(200), soon)
}, 60_000)
afterAll(async () => {
  if (room.nginx && room.nginx.exitCode === null) {
    const ended = once(room.nginx, 'exit')
    room.nginx.kill('SIGTERM')
    await ended
  }
  await room.site?.close()
})

/** What the demo has on the air, as somebody with a ticket sees it through the proxy. */
async function watchLive() {
  const fan = await site.callerOf('fan')
  const { items } = await fan.call(events.listJoined, { query: { limit: 100 } })
  const params = { id: items.find(({ publishment_flg }) => publishment_flg === 1)!.id }
  const playlist = await vi.waitFor(async () => {
    const found = await site.playlistOf(fan, live.getLiveUrl, params, front)
    expect(found).not.toBeNull()
    return found!
  }, soon)
  return { fan, params, playlist, link: mediaLines(await playlist.text()).at(-1)! }
}
const isNginx = (answer: Response) => !answer.headers.has('x-request-id')

it('passes pages, the API and playlists on to Room', async () => {
  for (const path of ['/', '/event', '/api/application/config']) {
    const [passed, own] = [await fetch(front + path), await fetch(site.site + path)]
    expect(isNginx(passed), path).toBe(false)
    expect(passed.status, path).toBe(own.status)
    // A page says when it was written.
    const [given, meant] = [await passed.text(), await own.text()].map((text) =>
      text.replace(/<script type="application\/json" id="state">.*?<\/script>/s, ''),
    )
    expect(given, path).toBe(meant)
  }
  const { playlist } = await watchLive()
  const answer = await playlist.get(playlist.url)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.text()).toContain('#EXTINF')
  expect((await fetch(front + playlist.url)).status, 'in another browser').toBe(403)
})

it('gives a piece to whoever has its fresh address, whole and in parts, without asking Room', async () => {
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

it('refuses an altered address, one of another piece, one without a signature, and one that is over', async () => {
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

/** As Room signs, with the key that nginx was told, for a time that many seconds from now. */
function signed(path: string, seconds: number): string {
  const key = readFileSync(join(site.folder, 'nginx/key'), 'utf8').split('"')[1]
  const expires = Math.floor(Date.now() / 1_000) + seconds
  const signature = createHash('md5').update(`${expires}${path} ${key}`).digest('base64url')
  return `${path}?expires=${expires}&signature=${signature}`
}

it('lets an address go with its last second', async () => {
  const path = (await watchLive()).link.split('?')[0]!
  for (const at of [front, site.site]) {
    expect((await fetch(at + signed(path, 60))).status, at).toBe(200)
    expect((await fetch(at + signed(path, -1))).status, at).toBe(403)
  }
})

/** As it is written: `fetch` would tidy the path up first. */
const askFor = (path: string) =>
  new Promise<{ status: number; text: string }>((done, failed) => {
    const { hostname, port } = new URL(front)
    request({ hostname, port, path }, (answer) => {
      let text = ''
      answer.setEncoding('latin1').on('data', (part: string) => {
        text += part
      })
      answer.once('end', () => done({ status: answer.statusCode!, text }))
    })
      .once('error', failed)
      .end()
  })

it('opens nothing else of the folders, nor what Room’s processes say to one another', async () => {
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
  // These lead out of it, to pages of Room's that are not there.
  const { link: secret } = loadSecrets(site.folder)
  for (const address of [`${folder}/../../../secrets.json`, '/hls/segment/../../secrets.json'])
    expect((await askFor(`${address}?${query}`)).text, address).not.toContain(secret)
})

it('passes talk on as it is said', async () => {
  const { fan, params } = await watchLive()
  const going = new AbortController()
  const answer = await fetch(`${front}${urlOf(live.listTalk, { params })}/stream`, {
    headers: { authorization: `Bearer ${fan.token()}` },
    signal: going.signal,
  })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  await reader.read()
  await fan.call(live.postTalk, { params, body: { message: 'プロキシ越しです' } })
  let heard = ''
  while (!heard.includes('プロキシ越しです')) heard += (await reader.read()).value ?? ''
  going.abort()
})

it('writes no secret address into its log', async () => {
  const { playlist } = await watchLive()
  await fetch(`${front}/verify_mail?id=1&signature=himitsu`)
  const token = playlist.url.split('/')[3]!
  const log = join(site.folder, 'nginx/access.log')
  await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toContain('GET /verify_mail"'), soon)
  expect(readFileSync(log, 'utf8')).not.toContain(token)
  expect(readFileSync(log, 'utf8')).not.toContain('himitsu')
})
