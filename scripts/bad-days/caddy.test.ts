// @module-tag full
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { INGEST_PATHS } from '#server/ports/ingest.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openCaddy } from '../caddy.ts'
import { answersOf, FOREVER, openBuild } from './builds.ts'
import { openVillage, type Village } from './village.ts'

const FAN = 'fan0'
const METRICS_TOKEN = 'figures'
const TALK = '/api/application/live/evening/talk'

type Asked = RequestInit & { person?: string }

/** A request of somebody who is logged in, to the Caddy at `site`. */
const askOf = async (
  village: Village,
  site: string,
  path: string,
  { person = FAN, ...init }: Asked,
) =>
  fetch(site + path, {
    ...init,
    headers: {
      authorization: `Bearer ${await village.tokenOf(person)}`,
      'idempotency-key': randomUUID(),
      ...init.headers,
    },
  })

/** What was answered while `happens` happened, and for a while after it. */
async function visitsOf(
  village: Village,
  site: string,
  happens: () => Promise<unknown>,
  mayWrite: boolean,
) {
  const ask = (path: string, asked: Asked) => askOf(village, site, path, asked)
  let isOver = false
  const answers: string[] = []
  const visits = village.people.map(async (person) => {
    for (let n = 0; !isOver; n++) {
      const answer = await (mayWrite && n % 2
        ? ask('/api/application/newroom/owner/follow', { person, method: 'POST' })
        : ask('/api/application/event/evening', { person }))
      const said = await answer.text()
      answers.push(answer.ok ? 'ok' : `${answer.status} ${said}`)
    }
  })
  await happens()
  const done = answers.length
  await expect.poll(() => answers.length).toBeGreaterThan(done + 20)
  isOver = true
  await Promise.all(visits)
  return [...new Set(answers)]
}

describe.runIf(databaseNames.includes('postgres'))('two nodes behind the Caddy of compose', () => {
  let village: Village
  // Not there where they could not be opened: whatever was is closed.
  let caddy: Awaited<ReturnType<typeof openCaddy>>
  beforeAll(async () => {
    // As compose.yaml has it.
    const env = { DRAIN_S: '5', METRICS_TOKEN }
    village = await openVillage({ people: 4, databaseUrl: await createServed(), nodes: 2, env })
    await village.site.start()
    caddy = await openCaddy(village.ports)
  }, 120_000)
  afterAll(async () => {
    await caddy?.close()
    await village?.close()
  })

  const ask = (path: string, asked: Asked = {}) => askOf(village, caddy.url, path, asked)

  it('hands pages and answers out compressed, and keeps inside what is', async () => {
    const page = await ask('/', { headers: { accept: 'text/html', 'accept-encoding': 'gzip' } })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-encoding')).toBe('gzip')
    expect(await page.text()).toContain('<html lang="ja"')
    expect((await ask('/api/application/event/evening')).status).toBe(200)
    for (const inside of ['/metrics', '/internal/ingest']) {
      const answer = await ask(inside)
      expect([answer.status, await answer.text()], inside).toEqual([404, ''])
    }
    const inside = await fetch(caddy.ingestUrl + INGEST_PATHS.report, { method: 'POST' })
    expect(await inside.text(), 'a node has answered').not.toBe('')
    const outside = await fetch(`${caddy.ingestUrl}/api/application/event/evening`)
    expect([outside.status, await outside.text()]).toEqual([404, ''])
  })

  it('tells talk as it is said, whichever node it was said to', async () => {
    await village.buy(FAN)
    await village.engine.db.updateTable('event').set({ publishment_flg: 1 }).execute()
    const stop = new AbortController()
    const streams = await Promise.all(
      Array.from({ length: 4 }, () => ask(`${TALK}/stream`, { signal: stop.signal })),
    )
    const heard = streams.map(async ({ body }) => {
      let text = ''
      for await (const part of body!.pipeThrough(new TextDecoderStream())) {
        text += part
        if (text.includes('聞こえます')) return true
      }
      return false
    })
    const said = await ask(TALK, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: '聞こえます' }),
    })
    expect(said.status).toBe(201)
    expect(await Promise.all(heard)).toEqual([true, true, true, true])
    stop.abort()
  })

  const visitWhile = (happens: () => Promise<unknown>, mayWrite: boolean) =>
    visitsOf(village, caddy.url, happens, mayWrite)

  /** Caddy has seen that it is there: what is written comes to it again. */
  const takesPart = (port: number) =>
    expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
        const figures = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
        return await figures.text()
      })
      .toContain('room_request_seconds_count{method="POST",status="2xx"}')

  it('brings a new version to one after the other, and not one request fails', {
    timeout: 180_000,
  }, async () => {
    const before = village.site.pids()
    expect(await visitWhile(() => village.site.roll(takesPart), true)).toEqual(['ok'])
    for (const pid of village.site.pids()) expect(before).not.toContain(pid)
  })

  it('does not miss a node that is killed: who reads is answered by the other', {
    timeout: 180_000,
  }, async () => {
    expect(await visitWhile(() => village.site.shoot(), false)).toEqual(['ok'])
  })
})

describe('one node behind the Caddy of compose', () => {
  it('is started anew while visitors wait, and not one of them is sent away', {
    timeout: 180_000,
  }, async () => {
    const village = await openVillage({ people: 4 })
    onTestFinished(village.close)
    await village.site.start()
    const caddy = await openCaddy(village.ports)
    onTestFinished(() => caddy.close())
    // Once as an upgrade does it, once as a crash.
    for (const end of ['stop', 'kill'] as const) {
      const anew = async () => {
        await village.site[end]()
        await village.site.start()
      }
      expect(await visitsOf(village, caddy.url, anew, false), end).toEqual(['ok'])
    }
  })
})

describe('nodes of two builds behind the Caddy of compose', () => {
  async function open(nodes: number[]) {
    const caddy = await openCaddy(nodes)
    onTestFinished(() => caddy.close())
    return caddy.url
  }

  it('give every page the files that it was built with, and say of what neither has that it is gone', async () => {
    const nodes = [await openBuild(['new.js', 'both.js']), await openBuild(['old.js', 'both.js'])]
    const site = await open(nodes)
    for (const name of ['new.js', 'old.js', 'both.js'])
      expect(await answersOf(site, name)).toEqual([`200 ${FOREVER} ${name}`])
    expect(await answersOf(site, 'older.js')).toEqual(['404 no-store '])
  })

  it('say so of one alone, too', async () => {
    const site = await open([await openBuild(['new.js'])])
    expect(await answersOf(site, 'new.js')).toEqual([`200 ${FOREVER} new.js`])
    expect(await answersOf(site, 'older.js')).toEqual(['404 no-store '])
  })
})
