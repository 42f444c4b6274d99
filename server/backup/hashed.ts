import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCodeOf } from '#contract/lib/error-code.ts'

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Writes a new file durably; returns its size and hash. */
export async function writeHashed(path: string, chunks: Chunks, mode = 0o600) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', mode)
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      await file.writeFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/** Null if the file does not exist. */
export async function fileHashOf(path: string): Promise<{ size: number; sha256: string } | null> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk)
      size += chunk.length
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}

export const isMissing = (error: unknown) => errorCodeOf(error) === 'ENOENT'
