import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { TALK_POSTS } from '#contract/limits.ts'
import type { TalkMessage } from '#contract/live.ts'
import { freePort } from '#server/testing/free-port.ts'
import { makeEvent, makeMember, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { PROGRAM_ENV } from '#server/testing/program.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { follow, type Said } from '../testing/talk-site.ts'

const SITE_URL = 'http://localhost:3000'
const MAIN = resolve(import.meta.dirname, '../../../main.ts')

/** Two servers as they are run, on one database, beside a world that fills it and signs people in. */
describe.runIf(databaseNames.includes('postgres'))('two servers that know of each other', () => {
  let world: World
  let folder: string
  const servers: { url: string; stop: () => Promise<void>; kill: () => Promise<void> }[] = []

  beforeAll(async () => {
    // One address for both, as behind a proxy: logins are signed for it.
    world = await openWorld('postgres', { SITE_URL })
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
    const child = spawn(process.execPath, [MAIN], {
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
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    await new Promise<void>((up, failed) => {
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
      createInterface({ input: child.stdout }).once('line', () => up())
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

  it('56: let one person say five things in ten seconds, however they are spread over both', async () => {
    const token = await world.tokenOf('fan')
    const answers = await Promise.all(
      Array.from({ length: 3 * TALK_POSTS.max }, (_, n) =>
        call(n, token, 'fast/talk', { message: `${n}` }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(TALK_POSTS.max)
    expect(refused).toHaveLength(2 * TALK_POSTS.max)
    for (const answer of refused) {
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(TALK_POSTS.perMs / 1_000)
      const { message } = (await answer.json()) as { message: string }
      expect(message).toMatch(/あと\d+秒お待ちください。$/)
    }
  })

  it('keep one person’s pause in slow mode, set at one and asked at the other', async () => {
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

  it('show at both what was taken back at one, and refuse at both who was banned at one', async () => {
    const [owner, haru, reader] = await Promise.all(['aoi', 'haru', 'mio'].map(world.tokenOf))
    const streams = await Promise.all(
      servers.map(({ url }) => follow(url, reader!, undefined, 'moving')),
    )
    const said = (await (
      await call(0, haru!, 'moving/talk', { message: '言いすぎ' })
    ).json()) as TalkMessage
    for (const stream of streams) expect((await stream.next())!.data).toEqual(said)
    expect((await call(1, owner!, `moving/talk/${said.id}`, undefined, 'DELETE')).status).toBe(204)
    for (const stream of streams)
      expect((await stream.next())!.data).toMatchObject({ deletes: said.id })
    for (const { url } of servers)
      await vi.waitFor(async () => expect(await poll(url, reader!)).toEqual([]))
    expect((await call(0, owner!, 'moving/talk/ban', { name: 'haru' })).ok).toBe(true)
    for (const at of [0, 1])
      expect((await call(at, haru!, 'moving/talk', { message: 'なぜ' })).status).toBe(403)
    expect((await call(0, owner!, 'moving/talk/ban', { name: 'haru' }, 'DELETE')).ok).toBe(true)
  })

  it('lose no line and double none for whoever goes over to the other when one is killed', async () => {
    const [owner, reader] = await Promise.all(['aoi', 'mio'].map(world.tokenOf))
    const speak = async (words: string[]) => {
      for (const message of words) {
        const speaker = words.indexOf(message) % 2 ? await world.tokenOf('haru') : owner!
        expect((await call(1, speaker, 'moving/talk', { message })).status).toBe(201)
      }
    }
    const heard: Said[] = []
    const hear = async (stream: Awaited<ReturnType<typeof follow>>, count: number) => {
      while (heard.length < count) heard.push((await stream.next())!)
    }
    const first = await follow(servers[0]!.url, reader!, undefined, 'moving')
    const before = await poll(servers[0]!.url, reader!)
    await speak(['一', '二', '三'])
    await hear(first, 3)
    await vi.waitFor(async () =>
      expect(await poll(servers[0]!.url, reader!)).toHaveLength(before.length + 3),
    )

    await servers[0]!.kill()
    expect(await first.next()).toBeNull() // without a word
    await speak(['四', '五'])
    const second = await follow(servers[1]!.url, reader!, heard.at(-1)!.id, 'moving')
    await speak(['六'])
    await hear(second, 6)
    const words = heard.map(({ data }) => (data as TalkMessage).message)
    expect(words).toEqual(['一', '二', '三', '四', '五', '六'])
    // So does who polls after the last line that they had of the one that died.
    const later = await poll(servers[1]!.url, reader!, `?after=${heard[2]!.id}`)
    expect(later.map(({ message }) => message)).toEqual(['四', '五', '六'])
    servers[0] = await start()
    const ids = (await poll(servers[0].url, reader!)).slice(-6).map(({ id }) => id)
    expect(ids, 'one that has just come knows all of it').toEqual(heard.map(({ id }) => id))
  })

  async function poll(url: string, token: string, search = '') {
    const answer = await fetch(`${url}/api/application/live/moving/talk${search}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return (await answer.json()) as TalkMessage[]
  }
})
