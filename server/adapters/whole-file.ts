import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fsyncDirectory } from '#server/process/durable-files.ts'

/** What a write is called until it is whole. */
export const PART = /\.[\da-f-]{36}\.part$/

/** A file under its name is there whole or not at all, for whoever looks at any moment, and after a power cut. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.${randomUUID()}.part`
  try {
    await writeThrough(part, bytes)
    await rename(part, path)
    await fsyncDirectory(dirname(path))
  } catch (error) {
    await rm(part, { force: true })
    throw error
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
