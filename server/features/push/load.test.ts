// @module-tag full
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { databaseNames } from '#server/testing/names.ts'
import { type Pushed, type Reply, startPushService } from '#server/testing/push-service.ts'
import { showOnce } from '../../../pwa/sw/once.ts'
import { createDevices } from './testing/devices.ts'

const PEOPLE = 5_000
/** SQLite has one writing process; on PostgreSQL several processes share the queue. */
const PROCESSES = { sqlite: 1, postgres: 3 }
const KILLS = 12
const PAUSE_MS = 4_000

/** Reply of an unreliable push service: the first attempt of a device may fail in various ways. */
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

/** Notifications as our service worker would show them. */
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

describe.each(databaseNames)('reminders to a crowd, on %s', (database) => {
  it(`reach all ${PEOPLE} people once while processes are killed`, {
    timeout: 900_000,
  }, async () => {
    const service = await startPushService()
    service.answer(badDay)
    const devices = await createDevices(database, service, PEOPLE)
    for (let slot = 0; slot < PROCESSES[database]; slot++) await devices.start(slot)
    const reached = () => new Set(service.got.map(({ device }) => device)).size
    let kills = 0
    while (kills < KILLS && reached() < PEOPLE) {
      // Waits until deliveries are running, so that the kill interrupts some.
      const before = service.got.length
      await expect.poll(() => service.got.length, { timeout: 60_000 }).toBeGreaterThan(before)
      const slot = kills % PROCESSES[database]
      await devices.kill(slot)
      kills++
      await devices.start(slot)
      await setTimeout(PAUSE_MS * Math.random())
    }
    await expect.poll(reached, { timeout: 600_000, interval: 500 }).toBe(PEOPLE)
    const open = () =>
      devices.engine.read
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
    // Some messages were sent twice after a kill; the phones' deduplication hides them.
    expect(service.got.length).toBeGreaterThan(PEOPLE)
    expect(kills).toBeGreaterThan(0)
    console.log(`${database}: ${PEOPLE} reached, ${kills} kills, ${service.got.length} sent`)
  })
})
