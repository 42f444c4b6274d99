import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fsyncDirectory } from '#server/process/durable-files.ts'

/** File name suffix of an incomplete write. */
export const PART = /\.[\da-f-]{36}\.part$/

/** Writes a file atomically and durably: temporary file, fsync, rename. */
export async function writeFileDurably(path: string, bytes: Uint8Array): Promise<void> {
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

/** Fsync before the rename: a row that points at the file may be committed next. */
async function writeThrough(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
