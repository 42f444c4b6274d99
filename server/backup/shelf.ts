import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Listed, listOf, manifestOf, NAME, nameOf } from './form.ts'
import { isMissing } from './hashed.ts'
import { linesOf } from './lines.ts'

const PART = '.part'
/** One that was cut off is not being made any more after that. */
const PART_MS = 86_400_000

/** Whole backups, the oldest first. */
async function backupsIn(shelf: string): Promise<string[]> {
  const names = await namesIn(shelf)
  const folders = names.filter((name) => NAME.test(name)).sort()
  return folders.map((name) => join(shelf, name)).filter((path) => existsSync(manifestOf(path)))
}

export const newestIn = async (shelf: string) => (await backupsIn(shelf)).at(-1) ?? null

/** By path. */
export async function listFiles(backup: string): Promise<Map<string, Listed>> {
  const files = new Map<string, Listed>()
  for await (const line of linesOf(listOf(backup))) {
    const file = Listed.parse(JSON.parse(line))
    files.set(file.path, file)
  }
  return files
}

/** All but the newest `keep`, and what was cut off a day ago or longer. Answers with the names. */
export async function forgetOld(shelf: string, keep: number | undefined, now: Date) {
  const old = keep === undefined ? [] : (await backupsIn(shelf)).slice(0, -keep)
  const cutOff = (await namesIn(shelf))
    .filter((name) => name.endsWith(PART) && NAME.test(name.slice(0, -PART.length)))
    .filter((name) => name < nameOf(new Date(now.getTime() - PART_MS)))
    .map((name) => join(shelf, name))
  for (const folder of [...old, ...cutOff]) await rm(folder, { recursive: true, force: true })
  return old
}

async function namesIn(shelf: string): Promise<string[]> {
  try {
    return await readdir(shelf)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
