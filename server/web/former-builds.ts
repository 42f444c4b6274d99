import { createHash, randomUUID } from 'node:crypto'
import { access, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Deps } from '#server/process/deps.ts'
import { fsyncDirectory, mkdirDurable } from '#server/process/durable-files.ts'

/** More releases in a row than a page stays open for; a build is a few megabytes. */
const KEPT = 5
const PART = '.part'
/** Copying takes a second: what is older was left by a process that died, of which there may be many in an hour. */
const PART_MS = 60_000
/** Files that are copied at once. */
const AT_ONCE = 32

/**
 * Keeps what this build's pages fetch as they go, for those that are open when the next build takes its place.
 * `folders`: where files are found besides its own: the copy of this build, as somebody may build anew where it runs, and
 * the builds before it, the latest first. Nobody waits for the copy: `kept` settles once it is there for good. Without
 * room for that, a page loads anew where it misses something.
 */
export async function keepBuild(
  { config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>,
  pwa: string,
): Promise<{ folders: string[]; kept: Promise<void> }> {
  const shelf = join(config.dataDir, 'builds')
  const failed = (error: unknown) =>
    log.warn({ error: String(error) }, 'the files of this build are not kept for the next')
  try {
    const mine = await nameOf(pwa)
    const now = clock.now()
    await mkdirDurable(shelf, 0o700)
    const { former, old } = await sorted(shelf, mine, now)
    const clearAndKeep = async () => {
      for (const name of old) await rm(join(shelf, name), { recursive: true, force: true })
      await keep(pwa, shelf, mine, now)
    }
    return {
      folders: [mine, ...former].map((name) => join(shelf, name)),
      kept: clearAndKeep().catch(failed),
    }
  } catch (error) {
    failed(error)
    return { folders: [], kept: Promise.resolve() }
  }
}

/** What Vite made of what: another for each build that differs. */
async function nameOf(pwa: string): Promise<string> {
  const manifest = await readFile(join(pwa, '.vite/manifest.json'))
  return createHash('sha256').update(manifest).digest('hex').slice(0, 16)
}

/** Whole, or not at all, also where the power goes: a chunk is kept by browsers for good. */
async function keep(pwa: string, shelf: string, name: string, now: Date) {
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

/** Of two processes that begin at once, one is first. */
const isThereByNow = (error: unknown) =>
  ['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))

async function copy(from: string, to: string) {
  const found = await readdir(from, { recursive: true, withFileTypes: true })
  const files = found
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

/** All but `mine`, by their last start: those that stay, and what may go. */
async function sorted(shelf: string, mine: string, now: Date) {
  const names = (await readdir(shelf)).filter((name) => name !== mine)
  const all = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(shelf, name))).mtimeMs })),
  )
  const isPart = ({ name }: { name: string }) => name.endsWith(PART)
  const whole = all.filter((one) => !isPart(one)).sort((a, b) => b.at - a.at)
  const dead = all.filter((one) => isPart(one) && one.at < now.getTime() - PART_MS)
  const nameOnly = ({ name }: { name: string }) => name
  return {
    former: whole.slice(0, KEPT).map(nameOnly),
    old: [...whole.slice(KEPT), ...dead].map(nameOnly),
  }
}
