import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize, sep } from 'node:path'
import type { Media } from '#server/ports/media.ts'

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

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
