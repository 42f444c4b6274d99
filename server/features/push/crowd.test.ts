// @module-tag full
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { databaseNames } from '#server/testing/names.ts'
import { openPushService, type Pushed, type Reply } from '#server/testing/push-service.ts'
import { showOnce } from '../../../pwa/sw/once.ts'
import { openCrowd } from './testing/crowd.ts'

const PEOPLE = 10_000
/** On SQLite one process writes; on PostgreSQL several take from the same queue. */
const PROCESSES = { sqlite: 1, postgres: 3 }
const KILLS = 12
const PAUSE_MS = 4_000

/** A push service on a bad day: each device's first try may fail in its own way. */
function badDay(device: string, nth: number): Reply {
  if (nth > 1) return { status: 201 }
  const lot = Number(device.slice('fan'.length)) % 50
  const fates: Record<number, Reply> = {
    1: { status: 500 },
    2: { status: 503, headers: { 'retry-after': '1' } },
    3: { status: 429, headers: { 'retry-after': '2' } },
    4: 'drop',
  }
  return fates[lot] ?? { status: 201 }
}

/** Phones as our own worker shows what comes to them, but for the screen. */
async function shownOn(got: Pushed[]) {
  const noted = new Set<string>()
  const shown: string[] = []
  for (const { device, message } of got)
    await showOnce(
      `${device} ${message.id}`,
      {
        note: async (id) => !noted.has(id) && Boolean(noted.add(id)),
        strike: async (id) => void noted.delete(id),
      },
      { show: async () => void shown.push(device), mustShow: false },
    )
  return shown
}

describe.each(databaseNames)('a crowd that waits for one event, on %s', (database) => {
  it(`reminds ${PEOPLE} people while processes are killed: none is lost, none is shown twice`, {
    timeout: 900_000,
  }, async () => {
    const service = await openPushService()
    service.answer(badDay)
    const crowd = await openCrowd(database, service, PEOPLE)
    for (let slot = 0; slot < PROCESSES[database]; slot++) await crowd.start(slot)
    const reached = () => new Set(service.got.map(({ device }) => device)).size
    let kills = 0
    while (kills < KILLS && reached() < PEOPLE) {
      // Some are under way: nothing would be learnt from killing one that rests.
      const before = service.got.length
      await expect.poll(() => service.got.length, { timeout: 60_000 }).toBeGreaterThan(before)
      const slot = kills % PROCESSES[database]
      await crowd.kill(slot)
      kills++
      await crowd.start(slot)
      await setTimeout(PAUSE_MS * Math.random())
    }
    await expect.poll(reached, { timeout: 600_000, interval: 500 }).toBe(PEOPLE)
    const open = () =>
      crowd.engine.read
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('topic', 'like', 'push:%')
        .where('done_at', 'is', null)
        .executeTakeFirstOrThrow()
    await expect
      .poll(async () => Number((await open()).count), { timeout: 200_000, interval: 500 })
      .toBe(0)

    const shown = await shownOn(service.got)
    expect(shown).toHaveLength(PEOPLE)
    expect(new Set(shown).size).toBe(PEOPLE)
    // Without the phones' own memory some would have been told twice: what broke off was sent again.
    expect(service.got.length).toBeGreaterThan(PEOPLE)
    expect(kills).toBeGreaterThan(0)
    console.log(`${database}: ${PEOPLE} reached, ${kills} kills, ${service.got.length} sent`)
  })
})
