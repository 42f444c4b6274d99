import { link, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskMedia } from '#server/adapters/disk.ts'
import type { Config } from '#server/config.ts'
import { openMedia } from '#server/open.ts'
import type { Media } from '#server/ports/media.ts'
import { fileOf, type Listed } from './form.ts'
import { writeHashed } from './hashed.ts'

/** What lies beside the tables, each under its name in a backup. */
export async function storesOf(config: Config): Promise<Record<string, Media>> {
  return {
    media: await openMedia(config),
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
        if ((await store.size(path)) !== null) throw error
        return null // its owner has just deleted it
      },
    )
    if (!written) return
    fresh++
    taken.set(to, { path: to, ...written })
  }

  /** Everything of that kind which is not in the backup yet. */
  async function pass(growing: boolean) {
    for (const [name, store] of Object.entries(stores))
      for await (const { of: path } of store.list('')) {
        const to = `${name}/${path}`
        if (GROWS.test(to) !== growing || taken.has(to)) continue
        const size = await store.size(path)
        if (size === null) continue // never finished, or gone
        if (!(await share({ path: to, size }))) await copy(store, name, path, size)
      }
  }

  return { pass, taken, fresh: () => fresh }
}

async function* pieces(store: Media, path: string, size: number) {
  for (let from = 0; from < size; ) {
    const bytes = await store.part(path, from, Math.min(from + PIECE, size))
    if (bytes.length === 0) return
    yield bytes
    from += bytes.length
  }
}
