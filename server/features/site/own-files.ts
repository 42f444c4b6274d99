import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#server/ports/log.ts'

const MAX_BYTES = 500_000

interface Parsed<T> {
  parsed: T
  /** Modification time of the file. */
  changed: Date
}
interface CacheEntry<T> {
  stamp: string
  /** Null for an unusable file. */
  found: Promise<Parsed<T> | null>
}

/**
 * Files by which the operator replaces texts of the release. The modification time is checked at each request, so
 * that a change takes effect at once; only a changed file is read again. An unusable file is logged once and treated
 * as missing.
 */
export function ownFiles<T>(folder: string, log: Log, parse: (source: string) => T | Promise<T>) {
  const known = new Map<string, CacheEntry<T>>()

  async function read(name: string, path: string, changed: Date, size: number) {
    try {
      if (size > MAX_BYTES) throw new Error(`The file has more than ${MAX_BYTES} bytes.`)
      const bytes = await readFile(path)
      const source = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      return { parsed: await parse(source.replaceAll('\r\n', '\n')), changed }
    } catch (error) {
      log.warn(
        { file: `content/${name}`, why: String(error) },
        'An operator’s text file is unusable; the release’s text is shown.',
      )
      return null
    }
  }

  return async (name: string): Promise<Parsed<T> | null> => {
    const path = join(folder, name)
    const about = await stat(path).catch(() => null)
    if (!about?.isFile()) return null
    const stamp = `${about.mtimeMs} ${about.size} ${about.ino}`
    const before = known.get(name)
    if (before?.stamp === stamp) return before.found
    const file = read(name, path, about.mtime, about.size)
    known.set(name, { stamp, found: file })
    return file
  }
}
