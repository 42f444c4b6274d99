import { createHash, randomUUID } from 'node:crypto'
import { access, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { errorCodeOf } from '#contract/lib/error-code.ts'
import type { Deps } from '#server/process/deps.ts'
import { fsyncDirectory, mkdirDurable } from '#server/process/durable-files.ts'

/** More releases than a page stays open for; a build is a few megabytes. */
const BUILDS_KEPT = 5
const PART = '.part'
/** Copying takes a second: an older partial copy was left by a process that died. */
const PART_MS = 60_000
/** Number of files copied concurrently. */
const AT_ONCE = 32

/**
 * Copies this build's files, which its open pages still load after the next release. `folders`: further folders with
 * files: the copy of this build, since its own folder may be rebuilt, and former builds, latest first. The copy runs
 * in the background: `kept` settles when it is durable. If it fails, a page with a missing file reloads.
 */
export async function archiveBuild(
  { config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>,
  pwa: string,
): Promise<{ folders: string[]; archived: Promise<void> }> {
  const shelf = join(config.dataDir, 'builds')
  const failed = (error: unknown) =>
    log.warn(
      { error: String(error) },
      'the files of this build could not be copied for pages that stay open after the next release',
    )
  try {
    const ownName = await nameOf(pwa)
    const now = clock.now()
    await mkdirDurable(shelf, 0o700)
    const { former, old } = await sorted(shelf, ownName, now)
    const replaceArchive = async () => {
      for (const name of old) await rm(join(shelf, name), { recursive: true, force: true })
      await storeBuild(pwa, shelf, ownName, now)
    }
    return {
      folders: [ownName, ...former].map((name) => join(shelf, name)),
      archived: replaceArchive().catch(failed),
    }
  } catch (error) {
    failed(error)
    return { folders: [], archived: Promise.resolve() }
  }
}

/** Hash of Vite's manifest: differs for each different build. */
async function nameOf(pwa: string): Promise<string> {
  const manifest = await readFile(join(pwa, '.vite/manifest.json'))
  return createHash('sha256').update(manifest).digest('hex').slice(0, 16)
}

/** Copies atomically and durably, since browsers cache a chunk permanently. */
async function storeBuild(pwa: string, shelf: string, name: string, now: Date) {
  const place = join(shelf, name)
  const isThere = await access(place).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    const part = `${place}.${randomUUID()}${PART}`
    try {
      await copy(join(pwa, 'assets'), join(part, 'assets'))
      await rename(part, place)
    } catch (error) {
      await rm(part, { recursive: true, force: true })
      if (!isThereByNow(error)) throw error
    }
    await fsyncDirectory(shelf)
  }
  await utimes(place, now, now)
}

/** Another process that started at the same time was first. */
const isThereByNow = (error: unknown) => ['ENOTEMPTY', 'EEXIST'].includes(errorCodeOf(error) ?? '')

async function copy(from: string, to: string) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(from, join(parentPath, name)))
  const folders = new Set(files.map((file) => join(to, dirname(file))))
  for (const folder of folders) await mkdirDurable(folder)
  const left = files.values()
  const copySome = async () => {
    for (const file of left)
      await writeFile(join(to, file), await readFile(join(from, file)), { flush: true })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copySome))
  for (const folder of folders) await fsyncDirectory(folder)
}

/** All copies but `mine`, by their last start: those to keep, and those to delete. */
async function sorted(shelf: string, ownName: string, now: Date) {
  const names = (await readdir(shelf)).filter((name) => name !== ownName)
  const all = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(shelf, name))).mtimeMs })),
  )
  const isPart = ({ name }: { name: string }) => name.endsWith(PART)
  const complete = all.filter((one) => !isPart(one)).sort((a, b) => b.at - a.at)
  const dead = all.filter((one) => isPart(one) && one.at < now.getTime() - PART_MS)
  const nameOnly = ({ name }: { name: string }) => name
  return {
    former: complete.slice(0, BUILDS_KEPT).map(nameOnly),
    old: [...complete.slice(BUILDS_KEPT), ...dead].map(nameOnly),
  }
}
