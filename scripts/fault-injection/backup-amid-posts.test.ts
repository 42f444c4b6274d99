// @module-tag full
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { posting } from '#contract/threads/write-calls.ts'
import { readConfig } from '#server/config/config.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { createMedia } from '#server/process/create-deps.ts'
import { createServed } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { type DatabaseName, databaseNames } from '#server/testing/names.ts'
import { PROGRAM_ENV } from '#server/testing/program.ts'
import { startS3 } from '#server/testing/s3.ts'
import { callerOf } from '../chaos/buyer.ts'
import type { Environment } from '../chaos/environment.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { startNodes } from '../chaos/nodes.ts'
import { createPosters } from '../chaos/posters.ts'
import { createRng } from '../chaos/rng.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'

/** Enough threads for the deletions during the backup. */
const BEFORE = 8
const FEW = 2

const ways = databaseNames.flatMap((database) =>
  (['folder', 'bucket'] as const).map((store) => ({ database, store })),
)

function folder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), name))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
const place = async (database: DatabaseName) => ({
  databaseUrl: database === 'postgres' ? await createServed() : '',
})
const program = (name: string) => join(import.meta.dirname, '../../server/backup', `${name}.ts`)

/** Runs a backup, and pauses it while files and while tables are copied until `meanwhile` has finished. */
async function backUp(env: Record<string, string>, meanwhile: () => Promise<unknown>) {
  const shelf = folder('room-shelf-')
  const child = spawn(process.execPath, [program('main'), shelf], {
    env: { ...PROGRAM_ENV, ...env },
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr)])
  for (const what of ['data/media/members', 'tables']) {
    const isThere = () => readdirSync(shelf).some((part) => existsSync(join(shelf, part, what)))
    while (!isThere() && child.exitCode === null) await setImmediate()
    child.kill('SIGSTOP')
    await meanwhile()
    child.kill('SIGCONT')
  }
  const [stdout, complaint] = await ended
  return { made: stdout.split(':')[0]!, complaint }
}

/** An owner who posts threads with files and deletes the oldest, concurrently. */
function createOperator(fixtures: Fixtures) {
  const call = callerOf(fixtures, 'owner')
  const { posted, post } = createPosters({ ...fixtures, rng: createRng(5) }, fixtures.engine, [
    'owner',
  ])
  const [requested, confirmed]: [string[], string[]] = [[], []]
  async function remove() {
    const { id } = posted[requested.length]!
    requested.push(id)
    await call(posting.deleteThread, { params: { roomid: 'owner', threadid: id } })
    confirmed.push(id)
  }
  return {
    posted,
    remove,
    async begin() {
      for (let n = 0; n < BEFORE; n++) await post(n)
      await remove()
    },
    /** Resolves after a few more posts and deletions. */
    async few() {
      const [posts, removals] = [posted.length + FEW, confirmed.length + FEW]
      await expect
        .poll(() => posted.length >= posts && confirmed.length >= removals, { timeout: 60_000 })
        .toBe(true)
    },
    soFar: () => ({ posted: [...posted], requested: [...requested], confirmed: [...confirmed] }),
    /** Continues until stopped. */
    goOn() {
      let running = true
      const busy = (async () => {
        for (let n = BEFORE; running; n++) await Promise.all([post(n), remove()])
      })()
      return async () => {
        running = false
        await busy
      }
    },
  }
}

/** The same site on the restored data. */
async function openAgain(fixtures: Fixtures, into: Record<string, string>): Promise<Environment> {
  const env = { ...fixtures.env, ...into }
  const config = readConfig({ ...env, SITE_URL: fixtures.url, PORT: String(fixtures.ports[0]) })
  const engine = config.databaseUrl
    ? openPostgres(config.databaseUrl, { connections: 3 })
    : openSqlite(join(config.dataDir, 'room.sqlite'))
  const { ports, url, knock } = fixtures
  const site = startNodes({ ports, url, close: undefined }, env, { knock })
  onTestFinished(() => engine.close())
  onTestFinished(site.close)
  const open = () => createMedia(config, memoryLog())
  return { ...fixtures, engine, config, site, env, dataDir: config.dataDir, openMedia: open }
}

it.each(ways)(
  'a backup on $database with files in a $store, made while threads are posted and deleted, is consistent (72)',
  async ({ database, store }) => {
    const s3 = store === 'bucket' ? await startS3() : null
    if (s3) onTestFinished(s3.close)
    const { databaseUrl } = await place(database)
    const fixtures = await createFixtures({ people: 0, databaseUrl, ...(s3 && { env: s3.env }) })
    onTestFinished(fixtures.close)
    await fixtures.site.start()
    const workload = createOperator(fixtures)
    await workload.begin()

    const [before, stop] = [workload.soFar(), workload.goOn()]
    const { made: backup, complaint } = await backUp(fixtures.env, workload.few)
    const after = workload.soFar()
    await stop()
    await fixtures.site.kill()
    expect(complaint, 'every file that a row names is there').toBe('')

    const again = await place(database)
    const into = {
      ...{ DATA_DIR: join(folder('room-back-'), 'data'), DATABASE_URL: again.databaseUrl },
      ...(s3 && { S3_PREFIX: 'back/' }),
    }
    await promisify(execFile)(process.execPath, [program('restore-main'), backup], {
      env: { ...PROGRAM_ENV, ...fixtures.env, ...into },
    })
    const back = await openAgain(fixtures, into)
    await back.site.start()

    const rows = await back.engine.db.selectFrom('thread').select('id').execute()
    const there = new Set(rows.map(({ id }) => id))
    const mustBe = before.posted.filter(({ id }) => !after.requested.includes(id))
    expect(mustBe.filter(({ id }) => !there.has(id))).toEqual([])
    expect(before.confirmed.filter((id) => there.has(id))).toEqual([])
    const posters = createPosters({ ...back, rng: createRng(5) }, back.engine, ['owner'])
    posters.posted.push(...workload.posted.filter(({ id }) => there.has(id)))
    expect(posters.posted).toHaveLength(there.size)
    expect(await posters.look()).toEqual([])
    expect(await findDisorder(back)).toEqual([])
  },
)
