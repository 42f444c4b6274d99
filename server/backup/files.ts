import { link, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskMedia } from '#server/adapters/disk.ts'
import { pinoLog } from '#server/adapters/pino-log.ts'
import type { Config } from '#server/config/config.ts'
import type { Media } from '#server/ports/media.ts'
import { createMedia } from '#server/process/create-deps.ts'
import { someAtOnce } from './at-once.ts'
import { fileOf, type Listed } from './form.ts'
import { writeHashed } from './hashed.ts'

/** What lies beside the tables, each under its name in a backup. */
export async function storesOf(config: Config): Promise<Record<string, Media>> {
  return {
    media: await createMedia(config, pinoLog(config.logLevel)),
    live: diskMedia(config.live.dir),
    content: diskMedia(join(config.dataDir, 'content')),
  }
}

/** Written to where they are; all others are written once, and only ever removed. */
const GROWS = /^(content\/|media\/arriving\/|live\/[^/]+\/index$)/
const PIECE = 4_000_000

interface Copying {
  stores: Record<string, Media>
  backup: string
  /** The files of the last backup, to be shared with it where the disk can. */
  before: { folder: string; files: Map<string, Listed> } | null
}

/** Copies files into a backup; says which, and how many of them were new. */
export function copier({ stores, backup, before }: Copying) {
  const taken = new Map<string, Listed>()
  /** A file and what never became it have one name. */
  const underWay = new Set<string>()
  let fresh = 0

  async function share({ path, size }: { path: string; size: number }): Promise<boolean> {
    const known = before?.files.get(path)
    if (!before || known?.size !== size || GROWS.test(path)) return false
    const target = fileOf(backup, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    try {
      await link(fileOf(before.folder, path), target)
    } catch {
      return false // another disk, or one that has no such links: it is copied
    }
    taken.set(path, known)
    return true
  }

  async function copy(store: Media, name: string, path: string, size: number) {
    const to = `${name}/${path}`
    const written = await writeHashed(fileOf(backup, to), pieces(store, path, size)).catch(
      async (error: unknown) => {
        const left = await store.size(path)
        if (left !== null && left >= size) throw error
        // Deleted while it was read. An upload in a bucket goes piece by piece, so it is shorter before it is gone.
        return null
      },
    )
    if (!written) return
    fresh++
    taken.set(to, { path: to, ...written })
  }

  /** One file of a store; nothing where it is gone, or never was finished. */
  async function take(store: Media, name: string, path: string) {
    const to = `${name}/${path}`
    if (taken.has(to) || underWay.has(to)) return
    underWay.add(to)
    const size = await store.size(path)
    if (size !== null && !(await share({ path: to, size }))) await copy(store, name, path, size)
    underWay.delete(to)
  }

  /** Everything of that kind which is not in the backup yet. */
  async function pass(growing: boolean) {
    for (const [name, store] of Object.entries(stores))
      await someAtOnce(store.list(''), async ({ of: path }) => {
        if (GROWS.test(`${name}/${path}`) === growing) await take(store, name, path)
      })
  }

  /** These of the media; answers with those that are not there. */
  async function need(paths: Set<string>): Promise<string[]> {
    await someAtOnce(paths, (path) => take(stores.media!, 'media', path))
    return [...paths].filter((path) => !taken.has(`media/${path}`)).sort()
  }

  return { pass, need, taken, fresh: () => fresh }
}

async function* pieces(store: Media, path: string, size: number) {
  for (let from = 0; from < size; ) {
    const bytes = await store.part(path, from, Math.min(from + PIECE, size))
    if (bytes.length === 0) return
    yield bytes
    from += bytes.length
  }
}
