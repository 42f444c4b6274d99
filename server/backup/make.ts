import { readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { fsyncDirectory } from '#server/process/durable-files.ts'
import { assertRestoreComplete } from '#server/process/restore-guard.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { copier, storesOf } from './files.ts'
import { FORMAT, fileOf, listOf, type Manifest, manifestOf, nameOf } from './form.ts'
import { isMissing, writeHashed } from './hashed.ts'
import { forgetOld, listFiles, newestIn } from './shelf.ts'
import { openSnapshot } from './snapshot.ts'
import { namedIn, writeTables } from './tables.ts'

interface Options {
  /** Where backups lie, a folder each. */
  shelf: string
  /** How many stay; all of them where it is left out. */
  keep?: number
  now?: Date
}

/**
 * Copies everything as of one moment beside a server that runs. Files come before their rows and go after them: most are
 * copied first, then a moment is chosen, then what its rows name besides, then the rows, then what came meanwhile.
 */
export async function makeBackup(config: Config, { shelf, keep, now = new Date() }: Options) {
  assertRestoreComplete(config.dataDir)
  const last = await newestIn(shelf, now)
  const before = last === null ? null : { folder: last, files: await listFiles(last) }
  const made = join(resolve(shelf), nameOf(now))
  const part = `${made}.part`
  try {
    const files = copier({ stores: await storesOf(config), backup: part, before })
    const { pass, taken, fresh } = files
    await pass(false)
    const { migrations, tables, missing } = await copyTables(config, part, files)
    // The index of a recording names only pieces that are there: it comes before them.
    await pass(true)
    await pass(false)
    const secrets = await secretsOf(config)
    if (secrets)
      taken.set('secrets.json', {
        path: 'secrets.json',
        ...(await writeHashed(fileOf(part, 'secrets.json'), [secrets])),
      })
    const all = [...taken.values()]
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
    // Only what is whole gets the name of a backup.
    await rename(part, made)
    await fsyncDirectory(resolve(shelf))
    return { folder: made, manifest, fresh: fresh(), ...(await forgetOld(shelf, keep, now)) }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/** Those in force, as the first start writes them: a site that is brought back knows everybody, wherever they came from. */
async function secretsOf({ dataDir, secrets }: Config): Promise<Buffer | null> {
  if (secrets.told || secrets.file)
    return Buffer.from(`${JSON.stringify(loadSecrets(dataDir, secrets), null, 2)}\n`)
  return readFile(join(dataDir, 'secrets.json')).catch(nullIfMissing)
}

/**
 * Moments that are tried until every file that is named then is there still: somebody may just be replacing theirs, again
 * and again, and quicker than a busy machine looks.
 */
const MOMENTS = 50

async function copyTables(config: Config, backup: string, files: ReturnType<typeof copier>) {
  let before: string[] | null = null
  for (let tried = 1; ; tried++) {
    const snapshot = await openSnapshot(config)
    try {
      const missing = await files.need(await namedIn(snapshot))
      // What was missing the last time, too, is not on its way: it is lost.
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
