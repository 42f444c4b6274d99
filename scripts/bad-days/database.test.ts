// @module-tag full
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { REFUSED } from '#contract/messages.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openPostgresServer } from '#server/testing/postgres-server.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { holdFile } from './holder.ts'
import { openVillage, type Village } from './village.ts'

const AWAY = { status: 503, retryAfter: '5', message: REFUSED[503] }

async function tryToFollow(village: Village, person: string) {
  const path = '/api/application/newroom/owner/follow'
  const answer = await village.ask(path, person, { method: 'POST' })
  const { message } = (await answer.json()) as { message: string }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), message }
}

const SOON = { timeout: 20_000, interval: 100 }

it('72: who wants to change something while another process holds the file is told to come back, and reading goes on', {
  timeout: 120_000,
}, async () => {
  const village = await openVillage({ people: 2 })
  onTestFinished(village.close)
  await village.site.start()
  const holder = new Sqlite(join(village.dataDir, 'room.sqlite'))
  onTestFinished(() => void holder.close())
  holder.exec('begin immediate')

  const waits = village.follow('fan1')
  expect((await village.read('fan0')).id).toBe('evening')
  holder.exec('commit')
  await waits
  expect(await village.isFollowing('fan1'), 'a moment is waited for').toBe(true)

  holder.exec('begin immediate')
  const both = await Promise.all([1, 2].map(() => tryToFollow(village, 'fan0')))
  expect(both).toEqual([AWAY, AWAY])
  expect((await village.read('fan0')).id).toBe('evening')
  expect((await village.ask('/readyz')).status).toBe(200)
  expect(await village.isFollowing('fan0')).toBe(false)
  holder.exec('commit')
  await village.follow('fan0')
  expect(await village.isFollowing('fan0')).toBe(true)
})

/** Well below the 5 s that a writer waits for the file, also on a busy machine; and far more. */
const HELD_S = [2, 30]

it.each(HELD_S)(
  '72: another process has the file for %i s: nobody waits for longer than they are let, what was acknowledged is kept, and all goes on by itself',
  {
    timeout: 180_000,
  },
  async (seconds) => {
    const village = await openVillage({ people: 6 })
    onTestFinished(village.close)
    await village.site.start()
    await village.buy('fan0')
    const [pid] = village.site.pids()

    const { over, isHeld } = await holdFile(join(village.dataDir, 'room.sqlite'), seconds * 1_000)
    const patient = ['fan1', 'fan2'].map((person) => village.buy(person))
    const told: Record<string, Awaited<ReturnType<typeof tryToFollow>>> = {}
    const hasty = ['fan3', 'fan4', 'fan5'].map(async (person) => {
      told[person] = await tryToFollow(village, person)
    })
    // Held from here to the next line: who reads is answered meanwhile.
    expect((await village.read('fan0')).joined).toBe(true)
    expect((await village.ask('/readyz')).status).toBe(200)
    expect(isHeld()).toBe(true)
    await Promise.all(hasty)
    expect(await over).toBe(0)
    await Promise.all(patient)

    for (const [person, { status, ...words }] of Object.entries(told)) {
      expect(await village.isFollowing(person), person).toBe(status === 200)
      if (status !== 200) expect({ status, ...words }).toEqual(AWAY)
    }
    const statuses = new Set(Object.values(told).map(({ status }) => status))
    expect([...statuses]).toEqual([seconds === 2 ? 200 : 503])
    await village.follow('fan3')
    expect(await village.tickets()).toEqual(['fan0', 'fan1', 'fan2'])
    expect(village.site.pids()).toEqual([pid])
    expect(await findDisorder(village)).toEqual([])
  },
)

it.runIf(databaseNames.includes('postgres'))(
  '72: a database that restarts is not there for a moment, and all goes on by itself',
  { timeout: 180_000 },
  async () => {
    const database = await openPostgresServer()
    onTestFinished(database.remove)
    const village = await openVillage({ people: 2, databaseUrl: database.url })
    onTestFinished(village.close)
    await village.site.start()
    await village.follow('fan0')

    await database.stop()
    expect(await tryToFollow(village, 'fan1')).toEqual(AWAY)
    expect((await village.ask('/readyz')).status).toBe(503)
    expect((await village.ask('/healthz')).status).toBe(200)
    await database.start()
    await vi.waitFor(() => village.follow('fan1'), SOON)
    expect((await village.ask('/readyz')).status).toBe(200)
    // Its work comes to an end again as well.
    await village.buy('fan0')
    expect(await village.tickets()).toEqual(['fan0'])
  },
)
