import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The names in a folder, new and gone, outlive a power cut: syncing a file keeps its bytes and not what it is called. */
export async function keepNames(folder: string): Promise<void> {
  const names = await open(folder)
  try {
    await names.sync()
  } finally {
    await names.close()
  }
}

/** With those that lead there, each of them for good. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made))
    await keepNames(dirname(made))
}
