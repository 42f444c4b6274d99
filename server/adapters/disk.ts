import { randomUUID } from 'node:crypto'
import { link, mkdir, open, opendir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path'
import type { Listed, Media } from '#server/ports/media.ts'

/** What a write is called until it is whole. */
const PART = /\.[\da-f-]{36}\.part$/

/** Media in a folder. A file is there whole or not at all; nothing outside the folder is ever touched. */
export function diskMedia(folder: string): Media {
  function within(path: string): string {
    const plain = normalize(path)
    const escapes = isAbsolute(plain) || plain.split(sep).includes('..') || path.includes('\0')
    if (escapes || plain === '.' || plain.endsWith(sep))
      throw new Error('a media path leads out of its folder')
    return join(folder, plain)
  }

  return {
    async put(path, bytes) {
      const target = within(path)
      const part = `${target}.${randomUUID()}.part`
      await mkdir(dirname(target), { recursive: true })
      try {
        await writeThrough(part, bytes)
        await rename(part, target)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async read(path) {
      try {
        return await readFile(within(path))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(path) {
      await rm(within(path), { force: true })
    },
    async append(path, bytes) {
      const target = within(path)
      await mkdir(dirname(target), { recursive: true })
      const file = await open(target, 'a')
      try {
        for await (const more of bytes) await file.writeFile(more)
      } finally {
        // Whoever is told how far it got goes on from there, also after a power cut.
        await file.sync().finally(() => file.close())
      }
    },
    async size(path) {
      const found = await stat(within(path)).catch(nullIfMissing)
      return found?.size ?? null
    },
    async part(path, from, to) {
      const file = await open(within(path))
      try {
        const bytes = Buffer.alloc(to - from)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
        return bytes.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    async link(from, to) {
      const target = within(to)
      await mkdir(dirname(target), { recursive: true })
      await link(within(from), target)
    },
    list: (under) => listFiles(folder, join(folder, under)),
    async free() {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

async function* listFiles(root: string, folder: string): AsyncGenerator<Listed> {
  const entries = await opendir(folder).catch(nullIfMissing)
  if (!entries) return
  for await (const entry of entries) {
    const at = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFiles(root, at)
    const found = entry.isFile() ? await stat(at).catch(nullIfMissing) : null
    if (!found) continue
    const path = relative(root, at).replaceAll(sep, '/')
    yield { path, of: path.replace(PART, ''), size: found.size, at: found.mtime }
  }
}

/** On the disk itself before the name is given: a row that points at it may be committed next. */
async function writeThrough(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function nullIfMissing(error: unknown) {
  if (isMissing(error)) return null
  throw error
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
