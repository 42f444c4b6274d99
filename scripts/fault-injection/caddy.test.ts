// @module-tag full
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { INGEST_PATHS } from '#server/ports/ingest.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { startCaddy } from '../install/caddy.ts'
import { answersOf, createBuild, FOREVER } from './builds.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'

const FAN = 'fan0'
const METRICS_TOKEN = 'figures'
const TALK = '/api/application/live/evening/talk'

type RequestOptions = RequestInit & { person?: string }

/** A request of a logged-in user through the Caddy at `site`. */
const askOf = async (
  fixtures: Fixtures,
  site: string,
  path: string,
  { person = FAN, ...init }: RequestOptions,
) =>
  fetch(site + path, {
    ...init,
    headers: {
      authorization: `Bearer ${await fixtures.tokenOf(person)}`,
      'idempotency-key': randomUUID(),
      ...init.headers,
    },
  })

/** The responses while `happens` runs, and shortly after. */
async function visitsOf(
  fixtures: Fixtures,
  site: string,
  happens: () => Promise<unknown>,
  mayWrite: boolean,
) {
  const ask = (path: string, options: RequestOptions) => askOf(fixtures, site, path, options)
  let isOver = false
  const answers: string[] = []
  const visits = fixtures.people.map(async (person) => {
    for (let n = 0; !isOver; n++) {
      const answer = await (mayWrite && n % 2
        ? ask('/api/application/newroom/owner/follow', { person, method: 'POST' })
        : ask('/api/application/event/evening', { person }))
      const text = await answer.text()
      answers.push(answer.ok ? 'ok' : `${answer.status} ${text}`)
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
  let fixtures: Fixtures
  // Undefined if opening failed; `afterAll` closes what exists.
  let caddy: Awaited<ReturnType<typeof startCaddy>>
  beforeAll(async () => {
    // As in compose.yaml.
    const env = { DRAIN_S: '5', METRICS_TOKEN }
    fixtures = await createFixtures({ people: 4, databaseUrl: await createServed(), nodes: 2, env })
    await fixtures.site.start()
    caddy = await startCaddy(fixtures.ports)
  })
  afterAll(async () => {
    await caddy?.close()
    await fixtures?.close()
  })

  const ask = (path: string, options: RequestOptions = {}) =>
    askOf(fixtures, caddy.url, path, options)

  it('serve pages and responses compressed, and hide internal endpoints', async () => {
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

  it('deliver a talk message of either node to viewers of both', async () => {
    await fixtures.buy(FAN)
    await fixtures.engine.db.updateTable('event').set({ publishment_flg: 1 }).execute()
    const stop = new AbortController()
    const streams = await Promise.all(
      Array.from({ length: 4 }, () => ask(`${TALK}/stream`, { signal: stop.signal })),
    )
    const received = streams.map(async ({ body }) => {
      let text = ''
      for await (const part of body!.pipeThrough(new TextDecoderStream())) {
        text += part
        if (text.includes('聞こえます')) return true
      }
      return false
    })
    const posted = await ask(TALK, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: '聞こえます' }),
    })
    expect(posted.status).toBe(201)
    expect(await Promise.all(received)).toEqual([true, true, true, true])
    stop.abort()
  })

  const visitWhile = (happens: () => Promise<unknown>, mayWrite: boolean) =>
    visitsOf(fixtures, caddy.url, happens, mayWrite)

  /** Waits until Caddy sends writes to the node again. */
  const takesPart = (port: number) =>
    expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
        const figures = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
        return await figures.text()
      })
      .toContain('room_request_seconds_count{method="POST",status="2xx"}')

  it('are upgraded one after the other without a failed request', async () => {
    const before = fixtures.site.pids()
    expect(await visitWhile(() => fixtures.site.roll(takesPart), true)).toEqual(['ok'])
    for (const pid of fixtures.site.pids()) expect(before).not.toContain(pid)
  })

  it('tolerate the kill of one: reads are answered by the other', async () => {
    expect(await visitWhile(() => fixtures.site.shoot(), false)).toEqual(['ok'])
  })
})

describe('one node behind the Caddy of compose', () => {
  it('is restarted without a failed request of waiting visitors', async () => {
    const fixtures = await createFixtures({ people: 4 })
    onTestFinished(fixtures.close)
    await fixtures.site.start()
    const caddy = await startCaddy(fixtures.ports)
    onTestFinished(() => caddy.close())
    // First as in an upgrade, then as a crash.
    for (const end of ['stop', 'kill'] as const) {
      const anew = async () => {
        await fixtures.site[end]()
        await fixtures.site.start()
      }
      expect(await visitsOf(fixtures, caddy.url, anew, false), end).toEqual(['ok'])
    }
  })
})

describe('nodes of two builds behind the Caddy of compose', () => {
  async function open(nodes: number[]) {
    const caddy = await startCaddy(nodes)
    onTestFinished(() => caddy.close())
    return caddy.url
  }

  it('give every page the files of its build, and 404 for a file that neither has', async () => {
    const nodes = [
      await createBuild(['new.js', 'both.js']),
      await createBuild(['old.js', 'both.js']),
    ]
    const site = await open(nodes)
    for (const name of ['new.js', 'old.js', 'both.js'])
      expect(await answersOf(site, name)).toEqual([`200 ${FOREVER} ${name}`])
    expect(await answersOf(site, 'older.js')).toEqual(['404 no-store '])
  })

  it('a single node answers 404 for a file of another build', async () => {
    const site = await open([await createBuild(['new.js'])])
    expect(await answersOf(site, 'new.js')).toEqual([`200 ${FOREVER} new.js`])
    expect(await answersOf(site, 'older.js')).toEqual(['404 no-store '])
  })
})
