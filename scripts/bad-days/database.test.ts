import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { REFUSED } from '#contract/messages.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openPostgresServer } from '#server/testing/postgres-server.ts'
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
