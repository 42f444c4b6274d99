import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#server/ports/log.ts'

const MAX_BYTES = 500_000

interface Parsed<T> {
  parsed: T
  /** When the file was last changed. */
  changed: Date
}
interface Known<T> {
  stamp: string
  /** Null where the file cannot be used. */
  found: Promise<Parsed<T> | null>
}

/**
 * The operator's own files in place of ours. Looked at anew each time somebody asks, so that a change is seen at once;
 * read again only where it changed. One that cannot be used is told of in the log, once, and answered with null as if
 * it were not there.
 */
export function ownFiles<T>(folder: string, log: Log, parse: (source: string) => T | Promise<T>) {
  const known = new Map<string, Known<T>>()

  async function read(name: string, path: string, changed: Date, size: number) {
    try {
      if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`)
      const bytes = await readFile(path)
      const source = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      return { parsed: await parse(source.replaceAll('\r\n', '\n')), changed }
    } catch (error) {
      log.warn(
        { file: `content/${name}`, why: String(error) },
        'a text cannot be used: ours is shown',
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
    const found = read(name, path, about.mtime, about.size)
    known.set(name, { stamp, found })
    return found
  }
}
