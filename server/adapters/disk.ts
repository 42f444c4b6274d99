import { createReadStream } from 'node:fs'
import {
  constants,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readFile,
  rm,
  stat,
  statfs,
} from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { errorCodeOf } from '#contract/lib/error-code.ts'
import type { ListedFile, Media } from '#server/ports/media.ts'
import { fsyncDirectory, mkdirDurable } from '#server/process/durable-files.ts'
import { PART, writeFileDurably } from './durable-write.ts'

/** Creates a missing file and allows writes at any offset; never truncates. */
const ANYWHERE = constants.O_CREAT | constants.O_WRONLY

/** Media in a folder. Writes are atomic, and paths outside the folder are refused. */
export class DiskMedia implements Media {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  #within(path: string): string {
    const plain = normalize(path)
    const escapes = isAbsolute(plain) || plain.split(sep).includes('..') || path.includes('\0')
    if (escapes || plain === '.' || plain.endsWith(sep))
      throw new Error('a media path leads out of its folder')
    return join(this.#folder, plain)
  }

  async #statOf(path: string) {
    const stats = await stat(this.#within(path)).catch(nullIfMissing)
    return stats?.isFile() ? stats : null
  }

  async put(path: string, bytes: Uint8Array) {
    const target = this.#within(path)
    await mkdirDurable(dirname(target))
    await writeFileDurably(target, bytes)
  }

  async read(path: string) {
    try {
      return await readFile(this.#within(path))
    } catch (error) {
      return nullIfMissing(error)
    }
  }

  async remove(path: string) {
    await rm(this.#within(path), { force: true })
  }

  async append(path: string, from: number, bytes: AsyncIterable<Uint8Array>) {
    const target = this.#within(path)
    await mkdirDurable(dirname(target))
    const isNew = (await this.#statOf(path)) === null
    const file = await open(target, ANYWHERE)
    let at = from
    try {
      for await (const more of bytes) at = await writeAt(file, more, at)
    } finally {
      // Flush: an uploader resumes from the size that it is given, also after a power cut.
      await file.sync().finally(() => file.close())
      if (isNew) await fsyncDirectory(dirname(target))
    }
  }

  async size(path: string) {
    return (await this.#statOf(path))?.size ?? null
  }

  async part(path: string, from: number, to: number) {
    const file = await open(this.#within(path))
    try {
      const bytes = Buffer.alloc(to - from)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
      return bytes.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }

  async link(from: string, to: string) {
    const target = this.#within(to)
    await mkdirDurable(dirname(target))
    await link(this.#within(from), target)
    await fsyncDirectory(dirname(target))
  }

  async free() {
    await mkdir(this.#folder, { recursive: true })
    const { bavail, bsize } = await statfs(this.#folder)
    return bavail * bsize
  }

  async find(path: string) {
    const stats = await this.#statOf(path)
    if (!stats) return null
    const tag = `${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}`
    return { size: stats.size, tag }
  }

  async stream(path: string, from: number, to: number) {
    const file = await open(this.#within(path)).catch(nullIfMissing)
    if (!file) return null
    if (to <= from) {
      await file.close()
      return new Blob([]).stream()
    }
    const reader = createReadStream('', { fd: file, start: from, end: to - 1 })
    // Node's type of a web stream is not the browser's, which `Media` names.
    return Readable.toWeb(reader) as ReadableStream<Uint8Array>
  }

  list(under: string) {
    return listFiles(this.#folder, join(this.#folder, under))
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, from: number): Promise<number> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, from + done)
    done += bytesWritten
  }
  return from + bytes.length
}

async function* listFiles(root: string, folder: string): AsyncGenerator<ListedFile> {
  const entries = await opendir(folder).catch(nullIfMissing)
  if (!entries) return
  for await (const entry of entries) {
    const at = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFiles(root, at)
    const stats = entry.isFile() ? await stat(at).catch(nullIfMissing) : null
    if (!stats) continue
    const path = relative(root, at).replaceAll(sep, '/')
    yield { path, of: path.replace(PART, ''), size: stats.size, at: stats.mtime }
  }
}

function nullIfMissing(error: unknown) {
  if (isMissing(error)) return null
  throw error
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCodeOf(error) ?? '')
