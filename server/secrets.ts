import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Schema = z.object({
  /** Signs access tokens. */
  token: z.string().min(43),
  /** Derives refresh tokens and signs links and media. */
  link: z.string().min(43),
})
export type Secrets = z.output<typeof Schema>

export const newSecrets = (): Secrets => ({
  token: randomBytes(32).toString('base64url'),
  link: randomBytes(32).toString('base64url'),
})

/** The secrets in the data folder; the first start makes them, readable by its user alone. */
export function openSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'secrets.json')
  if (!existsSync(path)) {
    try {
      writeFileSync(path, `${JSON.stringify(newSecrets(), null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process of the same start was first: its secrets are ours.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return Schema.parse(JSON.parse(readFileSync(path, 'utf8')))
}
