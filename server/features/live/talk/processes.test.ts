import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { TalkMessage } from '#contract/live/calls.ts'
import { TALK_POSTS } from '#contract/live/limits.ts'
import { freePort } from '#server/testing/free-port.ts'
import { makeEvent, makeMember, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { bundleOf, PROGRAM_ENV } from '#server/testing/program.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { follow, type StreamEvent } from '../testing/talk-site.ts'

const SITE_URL = 'http://localhost:3000'

/** Two real server processes on one database, and a test world that fills it and logs people in. */
describe.runIf(databaseNames.includes('postgres'))('two servers on one database', () => {
  let world: World
  let folder: string
  const servers: { url: string; stop: () => Promise<void>; kill: () => Promise<void> }[] = []

  beforeAll(async () => {
    // One site URL for both, as behind a proxy: tokens are signed for it.
    world = await createWorld('postgres', { SITE_URL })
    world.clock.move(Date.now() - world.clock.now().getTime())
    folder = mkdtempSync(join(tmpdir(), 'room-two-'))
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify(world.secrets))
    await makeRoom(world, 'aoi')
    for (const id of ['fast', 'slow', 'moving']) {
      await makeEvent(world, 'room-aoi', { id, publishment_flg: 1, slow_seconds: 0 })
      for (const name of ['fan', 'other', 'haru', 'mio']) {
        if (id === 'fast') await makeUser(world, name)
        if (id === 'fast') await makeMember(world, 'room-aoi', name)
        await makeTicket(world, id, name)
      }
    }
    servers.push(await start(), await start())
  })
  afterAll(async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
    await world.close()
    rmSync(folder, { recursive: true })
  })

  async function start() {
    const port = String(await freePort())
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      world.db,
    )
    const child = spawn(process.execPath, [bundleOf('main')], {
      env: {
        ...PROGRAM_ENV,
        PORT: port,
        SITE_URL,
        DATA_DIR: folder,
        DATABASE_URL: `${inject('postgresUrl')}/${rows[0]!.name}`,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
      createInterface({ input: child.stdout }).once('line', () => resolve())
    })
    const end = (signal: NodeJS.Signals) => () => {
      child.kill(signal)
      return ended
    }
    return { url: `http://127.0.0.1:${port}`, stop: end('SIGTERM'), kill: end('SIGKILL') }
  }

  const call = (at: number, token: string, path: string, body: unknown, method = 'POST') =>
    fetch(`${servers[at % 2]!.url}/api/application/live/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('share the limit of five messages in ten seconds (56)', async () => {
    const token = await world.tokenOf('fan')
    const answers = await Promise.all(
      Array.from({ length: 3 * TALK_POSTS.max }, (_, n) =>
        call(n, token, 'fast/talk', { message: `${n}` }),
      ),
    )
    const rejected = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(TALK_POSTS.max)
    expect(rejected).toHaveLength(2 * TALK_POSTS.max)
    for (const answer of rejected) {
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(TALK_POSTS.perMs / 1_000)
      const { message } = (await answer.json()) as { message: string }
      expect(message).toMatch(/あと\d+秒お待ちください。$/)
    }
  })

  it('share the pause of slow mode', async () => {
    const owner = await world.tokenOf('aoi')
    const setting = { slow_seconds: 60, ng_words: [] }
    expect((await call(0, owner, 'slow/talk/setting', setting, 'PUT')).status).toBe(200)
    const token = await world.tokenOf('other')
    const both = await Promise.all(
      [0, 1].map((at) => call(at, token, 'slow/talk', { message: 'い' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 429])
    const third = await call(1, token, 'slow/talk', { message: 'ろ' })
    expect(third.status).toBe(429)
    const seconds = Number(third.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(TALK_POSTS.perMs / 1_000)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  it('share deletions and bans', async () => {
    const [owner, haru, reader] = await Promise.all(['aoi', 'haru', 'mio'].map(world.tokenOf))
    const streams = await Promise.all(
      servers.map(({ url }) => follow(url, reader!, undefined, 'moving')),
    )
    const posted = (await (
      await call(0, haru!, 'moving/talk', { message: '言いすぎ' })
    ).json()) as TalkMessage
    for (const stream of streams) expect((await stream.next())!.data).toEqual(posted)
    expect((await call(1, owner!, `moving/talk/${posted.id}`, undefined, 'DELETE')).status).toBe(
      204,
    )
    for (const stream of streams)
      expect((await stream.next())!.data).toMatchObject({ deletes: posted.id })
    for (const { url } of servers)
      await vi.waitFor(async () => expect(await poll(url, reader!)).toEqual([]))
    expect((await call(0, owner!, 'moving/talk/ban', { name: 'haru' })).ok).toBe(true)
    for (const at of [0, 1])
      expect((await call(at, haru!, 'moving/talk', { message: 'なぜ' })).status).toBe(403)
    expect((await call(0, owner!, 'moving/talk/ban', { name: 'haru' }, 'DELETE')).ok).toBe(true)
  })

  it('lose and repeat no line for a reader who switches when one is killed', async () => {
    const [owner, reader] = await Promise.all(['aoi', 'mio'].map(world.tokenOf))
    const postAll = async (messages: string[]) => {
      for (const message of messages) {
        const speaker = messages.indexOf(message) % 2 ? await world.tokenOf('haru') : owner!
        expect((await call(1, speaker, 'moving/talk', { message })).status).toBe(201)
      }
    }
    const received: StreamEvent[] = []
    const receive = async (stream: Awaited<ReturnType<typeof follow>>, count: number) => {
      while (received.length < count) received.push((await stream.next())!)
    }
    const first = await follow(servers[0]!.url, reader!, undefined, 'moving')
    const before = await poll(servers[0]!.url, reader!)
    await postAll(['一', '二', '三'])
    await receive(first, 3)
    await vi.waitFor(async () =>
      expect(await poll(servers[0]!.url, reader!)).toHaveLength(before.length + 3),
    )

    await servers[0]!.kill()
    expect(await first.next()).toBeNull() // the stream ends without an end event
    await postAll(['四', '五'])
    const second = await follow(servers[1]!.url, reader!, received.at(-1)!.id, 'moving')
    await postAll(['六'])
    await receive(second, 6)
    const messages = received.map(({ data }) => (data as TalkMessage).message)
    expect(messages).toEqual(['一', '二', '三', '四', '五', '六'])
    // Polling after the last line from the killed server continues likewise.
    const later = await poll(servers[1]!.url, reader!, `?after=${received[2]!.id}`)
    expect(later.map(({ message }) => message)).toEqual(['四', '五', '六'])
    servers[0] = await start()
    const ids = (await poll(servers[0].url, reader!)).slice(-6).map(({ id }) => id)
    expect(ids, 'one that has just come knows all of it').toEqual(received.map(({ id }) => id))
  })

  async function poll(url: string, token: string, search = '') {
    const answer = await fetch(`${url}/api/application/live/moving/talk${search}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return (await answer.json()) as TalkMessage[]
  }
})
