import { link, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DiskMedia } from '#server/adapters/disk.ts'
import { pinoLog } from '#server/adapters/pino-log.ts'
import type { Config } from '#server/config/config.ts'
import type { Media } from '#server/ports/media.ts'
import { createMedia } from '#server/process/create-deps.ts'
import { someAtOnce } from './at-once.ts'
import { type BackupFile, backupFileOf } from './format.ts'
import { writeHashed } from './hashed.ts'

/** The stores of a backup by the name of their folder. */
type Stores = Record<string, Media> & { media: Media }

/** Stores of files outside the database, by their name in a backup. */
export async function storesOf(config: Config): Promise<Stores> {
  return {
    // A slow answer of the bucket must not cost the backup of a day.
    media: await createMedia(config, pinoLog(config.logLevel), { retriesTimeouts: true }),
    live: new DiskMedia(config.live.dir),
    content: new DiskMedia(join(config.dataDir, 'content')),
  }
}

/** Files that are modified in place; all others are written once, and then only deleted. */
const GROWS = /^(content\/|media\/arriving\/|live\/[^/]+\/index$)/
const CHUNK = 4_000_000

interface Copying {
  stores: Stores
  backup: string
  /** Files of the previous backup, for hard links where the disk supports them. */
  before: { folder: string; files: Map<string, BackupFile> } | null
}

/** Copies files into a backup; tracks which were copied, and how many of them were new. */
export class BackupCopy {
  readonly #options: Copying
  readonly #copied = new Map<string, BackupFile>()
  /** A store may list a file twice (the file and its leftover part): avoids copying it twice at once. */
  readonly #underWay = new Set<string>()
  #fresh = 0

  constructor(options: Copying) {
    this.#options = options
  }

  async #share({ path, size }: { path: string; size: number }): Promise<boolean> {
    const known = this.#options.before?.files.get(path)
    if (!this.#options.before || known?.size !== size || GROWS.test(path)) return false
    const target = backupFileOf(this.#options.backup, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    try {
      await link(backupFileOf(this.#options.before.folder, path), target)
    } catch {
      return false // Another disk, or no hard links: copy instead.
    }
    this.#copied.set(path, known)
    return true
  }

  async #copy(store: Media, name: string, path: string, size: number) {
    const to = `${name}/${path}`
    const written = await writeHashed(
      backupFileOf(this.#options.backup, to),
      readChunks(store, path, size),
    ).catch(async (error: unknown) => {
      const left = await store.size(path)
      if (left !== null && left >= size) throw error
      // Deleted while it was read. Chunks of an upload are deleted one by one, so it may still exist, but shorter.
      return null
    })
    if (!written) return
    this.#fresh++
    this.#copied.set(to, { path: to, ...written })
  }

  /** Copies one file of a store; skips a file that was deleted or never completed. */
  async #take(store: Media, name: string, path: string) {
    const to = `${name}/${path}`
    if (this.#copied.has(to) || this.#underWay.has(to)) return
    this.#underWay.add(to)
    const size = await store.size(path)
    if (size !== null && !(await this.#share({ path: to, size })))
      await this.#copy(store, name, path, size)
    this.#underWay.delete(to)
  }

  /** Copies all growing, or all other, files that are not in the backup yet. */
  async pass(growing: boolean) {
    for (const [name, store] of Object.entries(this.#options.stores))
      await someAtOnce(store.list(''), async ({ of: path }) => {
        if (GROWS.test(`${name}/${path}`) === growing) await this.#take(store, name, path)
      })
  }

  /** Copies these media; returns the missing ones. */
  async need(paths: Set<string>): Promise<string[]> {
    await someAtOnce(paths, (path) => this.#take(this.#options.stores.media, 'media', path))
    return [...paths].filter((path) => !this.#copied.has(`media/${path}`)).sort()
  }

  taken() {
    return this.#copied
  }

  fresh() {
    return this.#fresh
  }
}

async function* readChunks(store: Media, path: string, size: number) {
  for (let from = 0; from < size; ) {
    const bytes = await store.part(path, from, Math.min(from + CHUNK, size))
    if (bytes.length === 0) return
    yield bytes
    from += bytes.length
  }
}
