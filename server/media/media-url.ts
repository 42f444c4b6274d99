// Signed URLs of files under `members/…`: valid for one to two hours, and the same for everybody within an hour, so
// that caches work. Given to people with access only.

import { createHmac } from 'node:crypto'
import type { Deps } from '#server/process/deps.ts'
import { same } from '../http/timing-safe-equal.ts'

const ROOT = '/media/'
const BUCKET_S = 3_600
/** Characters of our own paths; an escaped slash or dot could mean different things to us and to the file system. */
const PLAIN = /^\/media\/[\w./-]+$/

type UrlDeps = Pick<Deps, 'secrets' | 'clock'>

/** Public URL of a file under `public/…`; null stays null. */
export const publicUrl = <P extends string | null>(path: P) =>
  (path === null ? null : `${ROOT}${path}`) as P extends string ? string : null

const nowS = (deps: UrlDeps) => Math.floor(deps.clock.now().getTime() / 1000)

const signatureOf = (deps: UrlDeps, url: string, expires: string) =>
  createHmac('sha256', deps.secrets.link).update(`media:${expires}:${url}`).digest('base64url')

export function signMediaUrl(deps: UrlDeps, path: string): string {
  const url = publicUrl(path)
  const expires = String((Math.floor(nowS(deps) / BUCKET_S) + 2) * BUCKET_S)
  return `${url}?expires=${expires}&signature=${signatureOf(deps, url, expires)}`
}

/** Whether a URL may be opened: public files always, members' files with a valid signature. */
export function mayOpenMedia(deps: UrlDeps, url: string, expires = '', signature = ''): boolean {
  if (!PLAIN.test(url) || url.includes('..')) return false
  if (url.startsWith(`${ROOT}public/`)) return true
  return Number(expires) > nowS(deps) && same(signature, signatureOf(deps, url, expires))
}
