// @module-tag full
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { posting } from '#contract/threads/write-calls.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { run as reconcile } from '#server/reconcile/reconcile.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf } from '../chaos/buyer.ts'
import { type Recovery, recoverySummary } from '../chaos/recovery.ts'
import { createRng } from '../chaos/rng.ts'
import { ADVANCE_MS, listFailedJobs, waitUntilSettled } from '../chaos/settle.ts'
import { createFixtures } from './fixtures.ts'
import { cutPower, readDisk } from './power-cut.ts'
import { buildShim, type Shim } from './shim.ts'

const CUTS = 30
const BUILT = resolve(import.meta.dirname, '../../dist/pwa/assets')
/** The number of follows in each life of the server; fewer purchases and posts. */
const A_LIFE = 8
const SOON = { timeout: 30_000 }

it(`${CUTS} power cuts, half of them at a chosen write, lose no acknowledged data and corrupt none (72)`, {
  timeout: 3_600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-power-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  let shim!: Shim
  const fixtures = await createFixtures({
    people: CUTS * A_LIFE,
    env: (dataDir) => (shim = buildShim(folder, dataDir)).env,
  })
  onTestFinished(fixtures.close)
  const { dataDir, site, sandbox } = fixtures
  onTestFinished(shim.close)
  const rng = createRng(72)
  const image = new File([await picture(640, 360)], 'a.png')

  const built = readDisk(BUILT)
  const followed: string[] = []
  const buyers: string[] = []
  const posted: string[] = []
  const recovery: Recovery = { fromKill: [], fromStart: [] }
  for (let life = 0; life < CUTS; life++) {
    const before = readDisk(dataDir)
    shim.forget()
    shim.set('works')
    const startedAt = performance.now()
    await Promise.all([site.start(), fixtures.knock()])
    recovery.fromStart.push(performance.now() - startedAt)
    if (life % 2) shim.set({ diesAfter: 1 + Math.floor(rng.chance('write', life) * 400) })

    const people = fixtures.people.slice(life * A_LIFE, (life + 1) * A_LIFE)
    const actions = people.map(async (person, nth) => {
      if (nth === 0) await fixtures.buy(person, 1).then(() => buyers.push(person))
      else if (nth === 1) {
        const call = callerOf(fixtures, 'owner')
        const body = formOf({ title: `${life}`, text: '写真', imageid_1: image })
        const { id } = await call(posting.createThread, { params: { roomid: 'owner' }, body })
        posted.push(id)
      } else await fixtures.follow(person).then(() => followed.push(person))
    })
    const all = Promise.allSettled(actions)
    const enough = new Promise((resolve) => setTimeout(resolve, rng.chance('life', life) * 2_500))
    await Promise.race([all, enough])
    if (life === 0) await expect.poll(storedBuilds, SOON).toHaveLength(1)
    await site.kill()
    await shim.endAll()
    await all
    let draw = 0
    cutPower(dataDir, before, shim.journal, () => rng.chance('sector', life, draw++))
    await look(life)
  }

  function storedBuilds() {
    return readdirSync(join(dataDir, 'builds')).filter((name) => /^\w+$/.test(name))
  }

  /** Checks the disk: an intact database with everything that was acknowledged. */
  async function look(life: number) {
    const database = new Sqlite(join(dataDir, 'room.sqlite'))
    try {
      expect(database.pragma('integrity_check', { simple: true }), `life ${life}`).toBe('ok')
      expect(database.pragma('foreign_key_check')).toEqual([])
      const column = (text: string) => database.prepare(text).pluck().all() as string[]
      const there = (these: string[]) => expect.arrayContaining(these)
      expect(column('select follower_id from follow'), `life ${life}`).toEqual(there(followed))
      expect(column('select user_id from entitlement'), `life ${life}`).toEqual(there(buyers))
      expect(column('select id from thread'), `life ${life}`).toEqual(there(posted))
      // The files that the database names exist.
      const files = readDisk(dataDir)
      for (const path of column('select path from thread_media'))
        expect(
          files.get(join(dataDir, 'media', path))?.length,
          `life ${life}: ${path}`,
        ).toBeTruthy()
      // Stored files of a build are identical to the build, as browsers cache them forever.
      // There is none yet if the power was cut between the rename and the sync of its folder.
      for (const buildName of storedBuilds())
        for (const [path, bytes] of built) {
          const copy = files.get(path.replace(BUILT, join(dataDir, 'builds', buildName, 'assets')))
          expect(copy?.equals(bytes), `life ${life}: ${path}`).toBe(true)
        }
    } finally {
      database.close()
    }
  }

  shim.set('works')
  site.later(ADVANCE_MS)
  await sandbox.control.advance(ADVANCE_MS)
  await site.start()
  await expect.poll(storedBuilds, SOON).toHaveLength(1)
  const engine = openSqlite(join(dataDir, 'room.sqlite'))
  onTestFinished(engine.close)
  expect(await waitUntilSettled(engine, sandbox)).toEqual([])
  expect(await listFailedJobs(engine)).toEqual([])
  await site.stop()
  const stripe = createStripeClient(sandbox.secretKey, sandbox.url)
  expect((await reconcile(fixtures.config, stripe, 0)).differences).toEqual([])
  console.log(
    `${CUTS} cuts: ${followed.length} follows, ${buyers.length} tickets, ${posted.length} threads kept; ${recoverySummary(recovery)}`,
  )
})
