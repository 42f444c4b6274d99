import { createHmac } from 'node:crypto'
import type { Deps } from '#server/process/deps.ts'
import { same } from '../http/same.ts'

const ROOT = '/media/'
const BUCKET_S = 3_600
/** Letters of the paths we make; an escaped slash or dot would say one thing here and another to the disk. */
const PLAIN = /^\/media\/[\w./-]+$/

/** Where the world finds what is stored under `public/…`; null stays null. */
export const publicUrl = <P extends string | null>(path: P) =>
  (path === null ? null : `${ROOT}${path}`) as P extends string ? string : null

/**
 * Links to what is stored under `members/…`: good for one to two hours, and the same for everybody
 * within an hour, so that caches work. Only readers are given one.
 */
export function mediaUrls({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>) {
  const nowS = () => Math.floor(clock.now().getTime() / 1000)
  const signatureOf = (url: string, expires: string) =>
    createHmac('sha256', secrets.link).update(`media:${expires}:${url}`).digest('base64url')

  return {
    sign(path: string): string {
      const url = publicUrl(path)
      const expires = String((Math.floor(nowS() / BUCKET_S) + 2) * BUCKET_S)
      return `${url}?expires=${expires}&signature=${signatureOf(url, expires)}`
    },
    /** Whether this address may be opened by whoever brings it: anyone's what is public, readers' the rest. */
    mayOpen(url: string, expires = '', signature = ''): boolean {
      if (!PLAIN.test(url) || url.includes('..')) return false
      if (url.startsWith(`${ROOT}public/`)) return true
      return Number(expires) > nowS() && same(signature, signatureOf(url, expires))
    },
  }
}
export type MediaUrls = ReturnType<typeof mediaUrls>
