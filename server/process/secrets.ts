import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import type { GivenSecrets } from '../config/store.ts'

const Schema = z.object({
  /** Signs access tokens. */
  token: z.string().min(43),
  /** Derives refresh tokens and signs links and media. */
  link: z.string().min(43),
})
export type Secrets = z.output<typeof Schema>

const NONE_GIVEN: GivenSecrets = { file: '', told: null }

export const newSecrets = (): Secrets => ({
  token: randomBytes(32).toString('base64url'),
  link: randomBytes(32).toString('base64url'),
})

/**
 * The secrets that are given, or those in the data folder; the first start makes those, readable by its user alone. What
 * is given is never made up: a machine with secrets of its own would know nobody whom the others let in.
 */
export function loadSecrets(dataDir: string, { file, told }: GivenSecrets = NONE_GIVEN): Secrets {
  if (told) return told
  if (file) return read(file)
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'secrets.json')
  if (!existsSync(path)) make(path)
  return read(path)
}

function read(path: string): Secrets {
  const text = readFileSync(path, 'utf8')
  try {
    return Schema.parse(JSON.parse(text))
  } catch {
    throw new Error(`${path} is not what Room wrote there: bring it back from a backup`)
  }
}

/** On the disk whole before it is given its name: another process of the same start may be reading that. */
function make(path: string) {
  // By chance: in containers that share a folder every process has the same number.
  const part = `${path}.${randomUUID()}.part`
  const file = openSync(part, 'wx', 0o600)
  try {
    writeFileSync(file, `${JSON.stringify(newSecrets(), null, 2)}\n`)
    fsyncSync(file)
    linkSync(part, path)
  } catch (error) {
    // The other one was first: its secrets are ours.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    closeSync(file)
    rmSync(part, { force: true })
    // Its name, too, must outlive a power cut: with other secrets nobody is known any more.
    const names = openSync(dirname(path), 'r')
    fsyncSync(names)
    closeSync(names)
  }
}
