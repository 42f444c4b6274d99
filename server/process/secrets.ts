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
import type { GivenSecrets } from '../config/media-storage.ts'

const Schema = z.object({
  /** Signs access tokens. */
  token: z.string().min(43),
  /** Derives refresh tokens and signs links and media. */
  link: z.string().min(43),
})
export type Secrets = z.output<typeof Schema>

const NONE_GIVEN: GivenSecrets = { file: '', inline: null }

export const newSecrets = (): Secrets => ({
  token: randomBytes(32).toString('base64url'),
  link: randomBytes(32).toString('base64url'),
})

/**
 * The configured secrets, or those in the data folder, created at the first start and readable by its user only.
 * Configured ones are never generated: a machine with its own secrets would reject sessions of the others.
 */
export function loadSecrets(dataDir: string, { file, inline }: GivenSecrets = NONE_GIVEN): Secrets {
  if (inline) return inline
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

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Written completely before the rename: another process of the same start may read it. */
function make(path: string) {
  // Random: in containers that share a folder every process may have the same pid.
  const part = `${path}.${randomUUID()}.part`
  const file = openSync(part, 'wx', 0o600)
  try {
    writeFileSync(file, `${JSON.stringify(newSecrets(), null, 2)}\n`)
    fsyncSync(file)
    linkSync(part, path)
  } catch (error) {
    // Another process was first: use its secrets.
    if (!isTaken(error)) throw error
  } finally {
    closeSync(file)
    rmSync(part, { force: true })
    // Durable before use: after a loss, new secrets would invalidate all sessions.
    const names = openSync(dirname(path), 'r')
    fsyncSync(names)
    closeSync(names)
  }
}
