// @module-tag full
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { posting } from '#contract/posting.ts'
import { openStripe } from '#server/adapters/stripe/client.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { run as reconcile } from '#server/reconcile/run.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf } from '../chaos/buyer.ts'
import { dice as throwDice } from '../chaos/dice.ts'
import { medianOf, RECOVERY_MAX_MS, type Recovery, recoveryWords } from '../chaos/recovery.ts'
import { comeToRest, LATER_MS, listGivenUp } from '../chaos/rest.ts'
import { cutPower, readDisk } from './power-cut.ts'
import { openShim, type Shim } from './shim.ts'
import { openVillage } from './village.ts'

const CUTS = 200
const BUILT = resolve(import.meta.dirname, '../../dist/pwa/assets')
/** In each life of the server so many follow, and fewer buy or post. */
const A_LIFE = 8
const SOON = { timeout: 30_000 }

it(`72: ${CUTS} power cuts, half of them at a chosen write: what was acknowledged is there, whole`, {
  timeout: 3_600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-power-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  let shim!: Shim
  const village = await openVillage({
    people: CUTS * A_LIFE,
    env: (dataDir) => (shim = openShim(folder, dataDir)).env,
  })
  onTestFinished(village.close)
  const { dataDir, site, sandbox } = village
  onTestFinished(shim.close)
  const dice = throwDice(72)
  const image = new File([await picture(640, 360)], 'a.png')

  const built = readDisk(BUILT)
  const followed: string[] = []
  const bought: string[] = []
  const posted: string[] = []
  const recovery: Recovery = { fromKill: [], fromStart: [] }
  for (let life = 0; life < CUTS; life++) {
    const before = readDisk(dataDir)
    shim.forget()
    shim.set('works')
    const startedAt = performance.now()
    await Promise.all([site.start(), village.knock()])
    recovery.fromStart.push(performance.now() - startedAt)
    if (life % 2) shim.set({ diesAfter: 1 + Math.floor(dice.chance('write', life) * 400) })

    const people = village.people.slice(life * A_LIFE, (life + 1) * A_LIFE)
    const acts = people.map(async (person, nth) => {
      if (nth === 0) await village.buy(person, 1).then(() => bought.push(person))
      else if (nth === 1) {
        const call = callerOf(village, 'owner')
        const body = formOf({ title: `${life}`, text: '写真', imageid_1: image })
        const { id } = await call(posting.createThread, { params: { roomid: 'owner' }, body })
        posted.push(id)
      } else await village.follow(person).then(() => followed.push(person))
    })
    const all = Promise.allSettled(acts)
    const enough = new Promise((done) => setTimeout(done, dice.chance('life', life) * 2_500))
    await Promise.race([all, enough])
    if (life === 0) await expect.poll(keptBuilds, SOON).toHaveLength(1)
    await site.kill()
    await shim.endAll()
    await all
    let draw = 0
    cutPower(dataDir, before, shim.journal, () => dice.chance('sector', life, draw++))
    await look(life)
  }

  function keptBuilds() {
    return readdirSync(join(dataDir, 'builds')).filter((name) => /^\w+$/.test(name))
  }

  /** What the disk holds now: whole, with everything that anybody was told. */
  async function look(life: number) {
    const database = new Sqlite(join(dataDir, 'room.sqlite'))
    try {
      expect(database.pragma('integrity_check', { simple: true }), `life ${life}`).toBe('ok')
      expect(database.pragma('foreign_key_check')).toEqual([])
      const column = (text: string) => database.prepare(text).pluck().all() as string[]
      const there = (these: string[]) => expect.arrayContaining(these)
      expect(column('select follower_id from follow'), `life ${life}`).toEqual(there(followed))
      expect(column('select user_id from entitlement'), `life ${life}`).toEqual(there(bought))
      expect(column('select id from thread'), `life ${life}`).toEqual(there(posted))
      // I12: what the database speaks of is there.
      const files = readDisk(dataDir)
      for (const path of column('select path from thread_media'))
        expect(
          files.get(join(dataDir, 'media', path))?.length,
          `life ${life}: ${path}`,
        ).toBeTruthy()
      // What is kept of a build is what was built: browsers keep it for good.
      const [kept] = keptBuilds()
      for (const [path, bytes] of built) {
        const copy = files.get(path.replace(BUILT, join(dataDir, 'builds', kept!, 'assets')))
        expect(copy?.equals(bytes), `life ${life}: ${path}`).toBe(true)
      }
    } finally {
      database.close()
    }
  }

  shim.set('works')
  site.later(LATER_MS)
  await sandbox.control.advance(LATER_MS)
  await site.start()
  const engine = openSqlite(join(dataDir, 'room.sqlite'))
  onTestFinished(engine.close)
  expect(await comeToRest(engine, sandbox)).toEqual([])
  expect(await listGivenUp(engine)).toEqual([])
  await site.stop()
  const stripe = openStripe(sandbox.secretKey, sandbox.url)
  expect((await reconcile(village.config, stripe, 0)).differences).toEqual([])
  console.log(
    `${CUTS} cuts: ${followed.length} follows, ${bought.length} tickets, ${posted.length} threads kept; ${recoveryWords(recovery)}`,
  )
  expect(medianOf(recovery.fromStart)).toBeLessThan(RECOVERY_MAX_MS)
})
