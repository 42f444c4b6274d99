import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Flushes the entries of a directory, so that created, renamed and deleted names survive a power cut: fsync of a file covers its bytes alone. */
export async function fsyncDirectory(folder: string): Promise<void> {
  const directory = await open(folder)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Creates a directory and its missing parents, each of which survives a power cut. */
export async function mkdirDurable(folder: string, mode = 0o777): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode })
  if (first === undefined) return
  for (let current = folder; current.length >= first.length; current = dirname(current))
    await fsyncDirectory(dirname(current))
}
