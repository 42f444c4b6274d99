import { readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { fsyncDirectory } from '#server/process/durable-files.ts'
import { assertRestoreComplete } from '#server/process/restore-guard.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { BackupCopy, storesOf } from './files.ts'
import { backupFileOf, backupNameOf, FORMAT, listOf, type Manifest, manifestOf } from './format.ts'
import { isMissing, writeHashed } from './hashed.ts'
import { deleteOld, listFiles, newestIn } from './shelf.ts'
import { openSnapshot } from './snapshot.ts'
import { namedIn, writeTables } from './tables.ts'

interface Options {
  /** Folder of the backups. */
  shelf: string
  /** Number of backups to keep; default: all. */
  keep?: number
  now?: Date
}

/**
 * Makes a consistent backup while the server runs. Files are copied before and after the rows: most of them first,
 * then a snapshot is opened, then further files that its rows name, then the rows, then files that arrived meanwhile.
 */
export async function makeBackup(config: Config, { shelf, keep, now = new Date() }: Options) {
  assertRestoreComplete(config.dataDir)
  const last = await newestIn(shelf, now)
  const before = last === null ? null : { folder: last, files: await listFiles(last) }
  const target = join(resolve(shelf), backupNameOf(now))
  const part = `${target}.part`
  try {
    const files = new BackupCopy({ stores: await storesOf(config), backup: part, before })
    const copied = files.taken()
    await files.pass(false)
    const { migrations, tables, missing } = await copyTables(config, part, files)
    // An index is copied before its segments, so every segment it names is in the backup.
    await files.pass(true)
    await files.pass(false)
    const secrets = await secretsOf(config)
    if (secrets)
      copied.set('secrets.json', {
        path: 'secrets.json',
        ...(await writeHashed(backupFileOf(part, 'secrets.json'), [secrets])),
      })
    const all = [...copied.values()]
    const list = all.map((file) => Buffer.from(`${JSON.stringify(file)}\n`))
    const { sha256 } = await writeHashed(listOf(part), list)
    const bytes = all.reduce((sum, { size }) => sum + size, 0)
    const manifest: Manifest = {
      format: FORMAT,
      made_at: now.toISOString(),
      migrations,
      tables,
      files: { count: all.length, bytes, sha256 },
      missing,
    }
    await writeHashed(manifestOf(part), [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)])
    // Only a complete backup gets its final name.
    await rename(part, target)
    await fsyncDirectory(resolve(shelf))
    return {
      folder: target,
      manifest,
      fresh: files.fresh(),
      ...(await deleteOld(shelf, keep, now)),
    }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/**
 * The secrets in use, in the format of secrets.json: without them a restored site would reject all sessions and
 * links.
 */
async function secretsOf({ dataDir, secrets }: Config): Promise<Buffer | null> {
  if (secrets.inline || secrets.file)
    return Buffer.from(`${JSON.stringify(loadSecrets(dataDir, secrets), null, 2)}\n`)
  return readFile(join(dataDir, 'secrets.json')).catch(nullIfMissing)
}

/**
 * Attempts to open a snapshot whose files all still exist: a file may be replaced between the snapshot and the copy,
 * repeatedly on a busy machine.
 */
const MOMENTS = 50

async function copyTables(config: Config, backup: string, files: BackupCopy) {
  let before: string[] | null = null
  for (let tried = 1; ; tried++) {
    const snapshot = await openSnapshot(config)
    try {
      const missing = await files.need(await namedIn(snapshot))
      // A file that was missing the last time as well is lost, not just replaced.
      const isLost = missing.every((path) => before?.includes(path))
      if (isLost || tried === MOMENTS)
        return {
          migrations: snapshot.migrations,
          missing,
          tables: await writeTables(snapshot, backup),
        }
      before = missing
    } finally {
      await snapshot.close()
    }
  }
}

function nullIfMissing(error: unknown) {
  if (isMissing(error)) return null
  throw error
}
