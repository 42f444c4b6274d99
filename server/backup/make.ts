import { readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { refuseHalfRestored } from '#server/restoring.ts'
import { copier, storesOf } from './files.ts'
import { FORMAT, fileOf, listOf, type Manifest, manifestOf, nameOf } from './form.ts'
import { isMissing, syncFolder, writeHashed } from './hashed.ts'
import { forgetOld, listFiles, newestIn } from './shelf.ts'
import { openSnapshot } from './snapshot.ts'
import { writeTables } from './tables.ts'

interface Options {
  /** Where backups lie, a folder each. */
  shelf: string
  /** How many stay; all of them where it is left out. */
  keep?: number
  now?: Date
}

/**
 * Copies everything as of one moment beside a server that runs. Files come before their rows and go after them. So those
 * that are there already are copied first, then the tables, then what came meanwhile: whatever a row names is in the copy.
 */
export async function makeBackup(config: Config, { shelf, keep, now = new Date() }: Options) {
  refuseHalfRestored(config.dataDir)
  const last = await newestIn(shelf)
  const before = last === null ? null : { folder: last, files: await listFiles(last) }
  const made = join(resolve(shelf), nameOf(now))
  const part = `${made}.part`
  try {
    const { pass, taken, fresh } = copier({ stores: await storesOf(config), backup: part, before })
    await pass(false)
    const { migrations, tables, named } = await copyTables(config, part)
    // The index of a recording names only pieces that are there: it comes before them.
    await pass(true)
    await pass(false)
    const secrets = await readFile(join(config.dataDir, 'secrets.json')).catch(nullIfMissing)
    if (secrets)
      taken.set('secrets.json', {
        path: 'secrets.json',
        ...(await writeHashed(fileOf(part, 'secrets.json'), [secrets])),
      })
    const files = [...taken.values()]
    const list = files.map((file) => Buffer.from(`${JSON.stringify(file)}\n`))
    const { sha256 } = await writeHashed(listOf(part), list)
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const manifest: Manifest = {
      format: FORMAT,
      made_at: now.toISOString(),
      migrations,
      tables,
      files: { count: files.length, bytes, sha256 },
      missing: [...named].filter((path) => !taken.has(`media/${path}`)).sort(),
    }
    await writeHashed(manifestOf(part), [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)])
    // Only what is whole gets the name of a backup.
    await rename(part, made)
    await syncFolder(resolve(shelf))
    const forgotten = await forgetOld(shelf, keep, now)
    return { folder: made, manifest, fresh: fresh(), forgotten }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

async function copyTables(config: Config, backup: string) {
  const snapshot = await openSnapshot(config)
  try {
    return { migrations: snapshot.migrations, ...(await writeTables(snapshot, backup)) }
  } finally {
    await snapshot.close()
  }
}

function nullIfMissing(error: unknown) {
  if (isMissing(error)) return null
  throw error
}
