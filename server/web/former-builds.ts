import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'

/** More releases in a row than a page stays open for; a build is a few megabytes. */
const KEPT = 5
const PART = '.part'
/** Copying takes a second: what is older was left by a process that died, of which there may be many in an hour. */
const PART_MS = 60_000

/**
 * Keeps what this build's pages fetch as they go, for those that are open when the next build takes its place; answers
 * with the folders where files are found besides its own: the copy of this build, as somebody may build anew where it
 * runs, and the builds before it, the latest first. Without room for that, a page loads anew where it misses something.
 */
export async function keepBuild(
  { config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>,
  pwa: string,
): Promise<string[]> {
  const shelf = join(config.dataDir, 'builds')
  try {
    const mine = await nameOf(pwa)
    const now = clock.now()
    await keep(pwa, shelf, mine, now)
    const { kept, old } = await sorted(shelf, mine, now)
    for (const name of old) await rm(join(shelf, name), { recursive: true, force: true })
    return [mine, ...kept].map((name) => join(shelf, name))
  } catch (error) {
    log.warn({ error: String(error) }, 'the files of this build are not kept for the next')
    return []
  }
}

/** What Vite made of what: another for each build that differs. */
async function nameOf(pwa: string): Promise<string> {
  const manifest = await readFile(join(pwa, '.vite/manifest.json'))
  return createHash('sha256').update(manifest).digest('hex').slice(0, 16)
}

/** Whole, or not at all: a chunk is kept by browsers for good. */
async function keep(pwa: string, shelf: string, name: string, now: Date) {
  const place = join(shelf, name)
  const isThere = await access(place).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    const part = `${place}.${process.pid}${PART}`
    await mkdir(shelf, { recursive: true, mode: 0o700 })
    await cp(join(pwa, 'assets'), join(part, 'assets'), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    })
    // Of two processes that begin at once, one is first.
    await rename(part, place).catch(() => rm(part, { recursive: true, force: true }))
  }
  await utimes(place, now, now)
}

/** All but `mine`, by their last start: those that are kept, and what may go. */
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
    kept: whole.slice(0, KEPT).map(nameOnly),
    old: [...whole.slice(KEPT), ...dead].map(nameOnly),
  }
}
