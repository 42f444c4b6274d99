import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupFile, backupNameOf, listOf, manifestOf, NAME } from './format.ts'
import { isMissing } from './hashed.ts'
import { linesOf } from './lines.ts'

const PART = '.part'
/** Age at which an incomplete backup counts as abandoned. */
const PART_MS = 86_400_000

/** Complete backups, the oldest first; those dated in the future, by a clock that was ahead, separately. */
async function backupsIn(shelf: string, now: Date) {
  const names = await namesIn(shelf)
  const folders = names.filter((name) => NAME.test(name)).sort()
  const complete = folders.filter((name) => existsSync(manifestOf(join(shelf, name))))
  const those = (which: (name: string) => boolean) =>
    complete.filter(which).map((name) => join(shelf, name))
  const today = backupNameOf(now)
  return { soFar: those((name) => name <= today), later: those((name) => name > today) }
}

export const newestIn = async (shelf: string, now: Date) =>
  (await backupsIn(shelf, now)).soFar.at(-1) ?? null

/** Files of a backup by path. */
export async function listFiles(backup: string): Promise<Map<string, BackupFile>> {
  const files = new Map<string, BackupFile>()
  for await (const line of linesOf(listOf(backup))) {
    const file = BackupFile.parse(JSON.parse(line))
    files.set(file.path, file)
  }
  return files
}

/**
 * Deletes all but the newest `keep`, and incomplete ones older than a day. Returns the deleted and the future-dated.
 */
export async function deleteOld(shelf: string, keep: number | undefined, now: Date) {
  const { soFar, later } = await backupsIn(shelf, now)
  const old = keep === undefined ? [] : soFar.slice(0, -keep)
  const cutOff = (await namesIn(shelf))
    .filter((name) => name.endsWith(PART) && NAME.test(name.slice(0, -PART.length)))
    .filter((name) => name < backupNameOf(new Date(now.getTime() - PART_MS)))
    .map((name) => join(shelf, name))
  for (const folder of [...old, ...cutOff]) await rm(folder, { recursive: true, force: true })
  return { forgotten: old, later }
}

async function namesIn(shelf: string): Promise<string[]> {
  try {
    return await readdir(shelf)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
