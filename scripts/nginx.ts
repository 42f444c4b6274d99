import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensure } from './apt.ts'

/** Where Debian puts it is in no ordinary user's PATH. */
const ELSEWHERE = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/** The proxy that the tests start: `NGINX`, or the first that this machine has; null when there is none. */
export function findNginx(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...ELSEWHERE]
  const candidates = [process.env.NGINX ?? '', ...folders.map((folder) => join(folder, 'nginx'))]
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null
}

if (import.meta.main)
  ensure('nginx', findNginx, ['nginx'], 'set NGINX to the path of an nginx with secure_link')
