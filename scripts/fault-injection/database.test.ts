// @module-tag full
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { databaseNames } from '#server/testing/names.ts'
import { startPostgresServer } from '#server/testing/postgres-server.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { holdFile } from './holder.ts'

const UNAVAILABLE = { status: 503, retryAfter: '5', message: STATUS_MESSAGES[503] }

async function tryToFollow(fixtures: Fixtures, person: string) {
  const path = '/api/application/newroom/owner/follow'
  const answer = await fixtures.ask(path, person, { method: 'POST' })
  const { message } = (await answer.json()) as { message: string }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), message }
}

const SOON = { timeout: 60_000, interval: 100 }

it('writes get a 503 and reads work while another process holds the SQLite file (72)', async () => {
  const fixtures = await createFixtures({ people: 2 })
  onTestFinished(fixtures.close)
  await fixtures.site.start()
  const holder = new Sqlite(join(fixtures.dataDir, 'room.sqlite'))
  onTestFinished(() => void holder.close())
  holder.exec('begin immediate')

  const waits = fixtures.follow('fan1')
  expect((await fixtures.read('fan0')).id).toBe('evening')
  holder.exec('commit')
  await waits
  expect(await fixtures.isFollowing('fan1'), 'a moment is waited for').toBe(true)

  holder.exec('begin immediate')
  const both = await Promise.all([1, 2].map(() => tryToFollow(fixtures, 'fan0')))
  expect(both).toEqual([UNAVAILABLE, UNAVAILABLE])
  expect((await fixtures.read('fan0')).id).toBe('evening')
  expect((await fixtures.ask('/readyz')).status).toBe(200)
  expect(await fixtures.isFollowing('fan0')).toBe(false)
  holder.exec('commit')
  await fixtures.follow('fan0')
  expect(await fixtures.isFollowing('fan0')).toBe(true)
})

/** Well below the 5 s busy timeout of SQLite, also on a busy machine; and far above it. */
const HELD_S = [2, 30]

it.each(HELD_S)(
  'waits are limited and no acknowledged write is lost while another process holds the file for %i s (72)',
  async (seconds) => {
    const fixtures = await createFixtures({ people: 6 })
    onTestFinished(fixtures.close)
    await fixtures.site.start()
    await fixtures.buy('fan0')
    const [pid] = fixtures.site.pids()

    const { over, isHeld } = await holdFile(join(fixtures.dataDir, 'room.sqlite'), seconds * 1_000)
    const patient = ['fan1', 'fan2'].map((person) => fixtures.buy(person))
    const results: Record<string, Awaited<ReturnType<typeof tryToFollow>>> = {}
    const hasty = ['fan3', 'fan4', 'fan5'].map(async (person) => {
      results[person] = await tryToFollow(fixtures, person)
    })
    // Held from here to `isHeld`: reads are answered meanwhile.
    expect((await fixtures.read('fan0')).joined).toBe(true)
    expect((await fixtures.ask('/readyz')).status).toBe(200)
    expect(isHeld()).toBe(true)
    await Promise.all(hasty)
    expect(await over).toBe(0)
    await Promise.all(patient)

    for (const [person, { status, ...rest }] of Object.entries(results)) {
      expect(await fixtures.isFollowing(person), person).toBe(status === 200)
      if (status !== 200) expect({ status, ...rest }).toEqual(UNAVAILABLE)
    }
    const statuses = new Set(Object.values(results).map(({ status }) => status))
    expect([...statuses]).toEqual([seconds === 2 ? 200 : 503])
    await fixtures.follow('fan3')
    expect(await fixtures.tickets()).toEqual(['fan0', 'fan1', 'fan2'])
    expect(fixtures.site.pids()).toEqual([pid])
    expect(await findDisorder(fixtures)).toEqual([])
  },
)

it.runIf(databaseNames.includes('postgres'))(
  'the server recovers by itself after a restart of the database (72)',
  async () => {
    const database = await startPostgresServer()
    onTestFinished(database.remove)
    const fixtures = await createFixtures({ people: 2, databaseUrl: database.url })
    onTestFinished(fixtures.close)
    await fixtures.site.start()
    await fixtures.follow('fan0')

    await database.stop()
    expect(await tryToFollow(fixtures, 'fan1')).toEqual(UNAVAILABLE)
    expect((await fixtures.ask('/readyz')).status).toBe(503)
    expect((await fixtures.ask('/healthz')).status).toBe(200)
    await database.start()
    await vi.waitFor(() => fixtures.follow('fan1'), SOON)
    expect((await fixtures.ask('/readyz')).status).toBe(200)
    // Jobs are completed again, too.
    await fixtures.buy('fan0')
    expect(await fixtures.tickets()).toEqual(['fan0'])
  },
)
