import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Listed, listOf, manifestOf, NAME, nameOf } from './form.ts'
import { isMissing } from './hashed.ts'
import { linesOf } from './lines.ts'

const PART = '.part'
/** One that was cut off is not being made any more after that. */
const PART_MS = 86_400_000

/** Whole backups, the oldest first; apart from them those that a clock which was ahead has named for a time to come. */
async function backupsIn(shelf: string, now: Date) {
  const names = await namesIn(shelf)
  const folders = names.filter((name) => NAME.test(name)).sort()
  const whole = folders.filter((name) => existsSync(manifestOf(join(shelf, name))))
  const those = (which: (name: string) => boolean) =>
    whole.filter(which).map((name) => join(shelf, name))
  const today = nameOf(now)
  return { soFar: those((name) => name <= today), later: those((name) => name > today) }
}

export const newestIn = async (shelf: string, now: Date) =>
  (await backupsIn(shelf, now)).soFar.at(-1) ?? null

/** By path. */
export async function listFiles(backup: string): Promise<Map<string, Listed>> {
  const files = new Map<string, Listed>()
  for await (const line of linesOf(listOf(backup))) {
    const file = Listed.parse(JSON.parse(line))
    files.set(file.path, file)
  }
  return files
}

/** All but the newest `keep`, and what was cut off a day ago or longer. Answers with their names, and those that did not count. */
export async function forgetOld(shelf: string, keep: number | undefined, now: Date) {
  const { soFar, later } = await backupsIn(shelf, now)
  const old = keep === undefined ? [] : soFar.slice(0, -keep)
  const cutOff = (await namesIn(shelf))
    .filter((name) => name.endsWith(PART) && NAME.test(name.slice(0, -PART.length)))
    .filter((name) => name < nameOf(new Date(now.getTime() - PART_MS)))
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
