// @module-tag full
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { posting } from '#contract/posting.ts'
import { readConfig } from '#server/config/config.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { createMedia } from '#server/process/create-deps.ts'
import { createServed } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { type DatabaseName, databaseNames } from '#server/testing/names.ts'
import { PROGRAM_ENV } from '#server/testing/program.ts'
import { openS3 } from '#server/testing/s3.ts'
import { callerOf } from '../chaos/buyer.ts'
import { dice } from '../chaos/dice.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { openNodes } from '../chaos/nodes.ts'
import { openPosters } from '../chaos/posters.ts'
import type { Stage } from '../chaos/stage.ts'
import { openVillage, type Village } from './village.ts'

/** Enough for whoever deletes while the backup is made. */
const BEFORE = 8
const FEW = 2

const ways = databaseNames.flatMap((database) =>
  (['folder', 'bucket'] as const).map((store) => ({ database, store })),
)

function folder(name: string): string {
  const made = mkdtempSync(join(tmpdir(), name))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const place = async (database: DatabaseName) => ({
  databaseUrl: database === 'postgres' ? await createServed() : '',
})
const program = (name: string) => join(import.meta.dirname, '../../server/backup', `${name}.ts`)

/** Stands still once files are being copied, and once rows are, until so much has happened `meanwhile`. */
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
  const [said, complaint] = await ended
  return { made: said.split(':')[0]!, complaint }
}

/** An owner who posts threads with files and deletes the oldest, at once and as quick as it goes. */
function openDesk(village: Village) {
  const call = callerOf(village, 'owner')
  const { posted, post } = openPosters({ ...village, dice: dice(5) }, village.engine, ['owner'])
  const [asked, told]: [string[], string[]] = [[], []]
  async function remove() {
    const { id } = posted[asked.length]!
    asked.push(id)
    await call(posting.deleteThread, { params: { roomid: 'owner', threadid: id } })
    told.push(id)
  }
  return {
    posted,
    remove,
    async begin() {
      for (let n = 0; n < BEFORE; n++) await post(n)
      await remove()
    },
    /** Until a few more were posted, and a few more deleted. */
    async few() {
      const [posts, removals] = [posted.length + FEW, told.length + FEW]
      await expect
        .poll(() => posted.length >= posts && told.length >= removals, { timeout: 60_000 })
        .toBe(true)
    },
    soFar: () => ({ posted: [...posted], asked: [...asked], told: [...told] }),
    /** Until they are told to stop. */
    goOn() {
      let going = true
      const busy = (async () => {
        for (let n = BEFORE; going; n++) await Promise.all([post(n), remove()])
      })()
      return async () => {
        going = false
        await busy
      }
    },
  }
}

/** The same site on what was brought back. */
async function openAgain(village: Village, into: Record<string, string>): Promise<Stage> {
  const env = { ...village.env, ...into }
  const config = readConfig({ ...env, SITE_URL: village.url, PORT: String(village.ports[0]) })
  const engine = config.databaseUrl
    ? openPostgres(config.databaseUrl, { connections: 3 })
    : openSqlite(join(config.dataDir, 'room.sqlite'))
  const { ports, url, knock } = village
  const site = openNodes({ ports, url, close: undefined }, env, { knock })
  onTestFinished(() => engine.close())
  onTestFinished(site.close)
  const open = () => createMedia(config, memoryLog())
  return { ...village, engine, config, site, env, dataDir: config.dataDir, openMedia: open }
}

it.each(ways)(
  '72: threads are posted and deleted while a backup is made, on $database with files in a $store: brought back, each has its files, and nothing lies about',
  { timeout: 240_000 },
  async ({ database, store }) => {
    const s3 = store === 'bucket' ? await openS3() : null
    if (s3) onTestFinished(s3.close)
    const { databaseUrl } = await place(database)
    const village = await openVillage({ people: 0, databaseUrl, ...(s3 && { env: s3.env }) })
    onTestFinished(village.close)
    await village.site.start()
    const desk = openDesk(village)
    await desk.begin()

    const [before, stop] = [desk.soFar(), desk.goOn()]
    const { made, complaint } = await backUp(village.env, desk.few)
    const after = desk.soFar()
    await stop()
    await village.site.kill()
    expect(complaint, 'every file that a row names is there').toBe('')

    const again = await place(database)
    const into = {
      ...{ DATA_DIR: join(folder('room-back-'), 'data'), DATABASE_URL: again.databaseUrl },
      ...(s3 && { S3_PREFIX: 'back/' }),
    }
    await promisify(execFile)(process.execPath, [program('restore-main'), made], {
      env: { ...PROGRAM_ENV, ...village.env, ...into },
    })
    const back = await openAgain(village, into)
    await back.site.start()

    const rows = await back.engine.db.selectFrom('thread').select('id').execute()
    const there = new Set(rows.map(({ id }) => id))
    const mustBe = before.posted.filter(({ id }) => !after.asked.includes(id))
    expect(mustBe.filter(({ id }) => !there.has(id))).toEqual([])
    expect(before.told.filter((id) => there.has(id))).toEqual([])
    const posters = openPosters({ ...back, dice: dice(5) }, back.engine, ['owner'])
    posters.posted.push(...desk.posted.filter(({ id }) => there.has(id)))
    expect(posters.posted).toHaveLength(there.size)
    expect(await posters.look()).toEqual([])
    expect(await findDisorder(back)).toEqual([])
  },
)
