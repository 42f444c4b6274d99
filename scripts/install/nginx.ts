import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensure } from './apt.ts'

/** Folders that are not in an ordinary user's PATH, for example on Debian. */
const SEARCH_PATHS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/** The nginx of the tests: `NGINX`, or the first one installed; null if there is none. */
export function findNginx(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SEARCH_PATHS]
  const candidates = [process.env.NGINX ?? '', ...folders.map((folder) => join(folder, 'nginx'))]
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null
}

if (import.meta.main)
  ensure('nginx', findNginx, ['nginx'], 'set NGINX to the path of an nginx with secure_link')
