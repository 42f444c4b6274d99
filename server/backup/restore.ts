import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Config } from '#server/config/config.ts'
import type { Engine } from '#server/db/engine.ts'
import { isPending, type Media, pendingPath } from '#server/ports/media.ts'
import { fsyncDirectory } from '#server/process/durable-files.ts'
import { assertRestoreComplete, restoreMarkerIn } from '#server/process/restore-guard.ts'
import { prepareRehearsal } from '#server/process/restore-rehearsal.ts'
import { brokenIn } from '#server/reconcile/ours.ts'
import { someAtOnce } from './at-once.ts'
import { type Backup, checkBackup } from './check.ts'
import { storesOf } from './files.ts'
import { BackupError, backupFileOf } from './format.ts'
import { writeHashed } from './hashed.ts'
import { load } from './load.ts'

/** Present in the top folder of a new disk. */
const NOTHING = ['lost+found']

/**
 * Restores a complete backup into an empty folder and, with PostgreSQL, an empty database. `isRehearsal`: as a rehearsal
 * that sends nothing to anybody.
 */
export async function restoreBackup(
  config: Config,
  folder: string,
  isRehearsal = false,
): Promise<Backup> {
  assertRestoreComplete(config.dataDir)
  await refuseFull(config)
  const backup = await checkBackup(folder)
  const engine = await openEmpty(config)
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    await (await open(restoreMarkerIn(config.dataDir), 'wx', 0o600)).close()
    await fsyncDirectory(config.dataDir)
    const stores = await storesOf(config)
    await someAtOnce(backup.files, ({ path, size }) => putBack(config, stores, backup, path, size))
    const filled = engine.open()
    await load(filled, backup)
    if (isRehearsal)
      await prepareRehearsal(config, filled, Object.keys(backup.manifest.tables), new Date())
  } finally {
    await engine.close()
  }
  if (!config.databaseUrl) refuseBroken(databaseOf(config))
  await rm(restoreMarkerIn(config.dataDir))
  await fsyncDirectory(config.dataDir)
  return backup
}

const databaseOf = ({ dataDir }: Config) => join(dataDir, 'room.sqlite')

async function refuseFull(config: Config) {
  for (const folder of new Set([config.dataDir, config.live.dir])) {
    const names = existsSync(folder) ? await readdir(folder) : []
    const present = names.filter((name) => !NOTHING.includes(name))
    if (present.length > 0)
      throw new BackupError(
        `${folder} is not empty (${present[0]}): nothing is ever written over. Name an empty folder with --into, or move this one away.`,
      )
  }
  for await (const { path } of (await storesOf(config)).media.list(''))
    throw new BackupError(`The store of media is not empty (${path}): take an empty bucket.`)
}

/** Opens the empty database. SQLite's file is created only on demand, so that a refused folder stays unchanged. */
async function openEmpty(
  config: Config,
): Promise<{ open: () => Engine; close: () => Promise<void> }> {
  if (!config.databaseUrl) {
    const { openSqlite } = await import('#server/db/sqlite.ts')
    let engine: Engine | null = null
    return {
      open: () => (engine = openSqlite(databaseOf(config))),
      close: async () => engine?.close(),
    }
  }
  const { openPostgres } = await import('#server/db/postgres.ts')
  const engine = openPostgres(config.databaseUrl, { connections: 2 })
  const tables = await engine.db.introspection.getTables()
  const [first] = tables
  if (first) {
    await engine.close()
    throw new BackupError(
      `The database of DATABASE_URL is not empty (${first.name}): nothing is ever written over. Make a new one.`,
    )
  }
  return { open: () => engine, close: () => engine.close() }
}

/** Largest size of a single write; larger files are streamed. */
const AT_ONCE = 8_000_000

async function putBack(
  { dataDir }: Config,
  stores: Record<string, Media>,
  { folder }: Backup,
  path: string,
  size: number,
) {
  const from = backupFileOf(folder, path)
  if (path === 'secrets.json') {
    await writeHashed(join(dataDir, path), createReadStream(from))
    return
  }
  const [name = '', ...rest] = path.split('/')
  const store = stores[name]
  if (!store) throw new BackupError(`${path} belongs to a part that this release does not know.`)
  const to = rest.join('/')
  // An unfinished upload: its client resumes after these bytes.
  if (isPending(to)) return store.append(to, 0, createReadStream(from))
  if (size <= AT_ONCE) return store.put(to, await readAll(from))
  // Random: segments of several broadcasts have the same name and are restored in parallel.
  const pending = pendingPath(`restored-${randomUUID()}`)
  await store.append(pending, 0, createReadStream(from))
  await store.link(pending, to)
  await store.remove(pending)
}

const readAll = async (path: string) => Buffer.concat(await Array.fromAsync(createReadStream(path)))

function refuseBroken(path: string) {
  const database = new Sqlite(path, { readonly: true })
  const broken = brokenIn(database)
  database.close()
  if (broken.length > 0)
    throw new BackupError(`${path} came out damaged (${broken[0]}): try again on another disk.`)
}
