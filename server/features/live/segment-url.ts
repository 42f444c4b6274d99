import { createHmac } from 'node:crypto'
import { SEGMENT_BUCKET_S } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { BROADCAST_ID, SEGMENT_FILE } from '#server/ports/recordings.ts'
import { same } from './seal.ts'

export const SEGMENTS = '/hls/segment'

/**
 * Addresses of pieces of a stream: good for two to four minutes, the same for everybody within two, so that caches
 * work. Whoever has the key (a proxy, a CDN) can check one without asking us: `signature` is HMAC-SHA256 over
 * `expires:path`, base64url.
 */
export function segmentUrls({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>) {
  const key = createHmac('sha256', secrets.link).update('segments').digest()
  const nowS = () => Math.floor(clock.now().getTime() / 1000)
  const signatureOf = (path: string, expires: string) =>
    createHmac('sha256', key).update(`${expires}:${path}`).digest('base64url')
  const pathOf = (broadcastId: string, file: string) => `${SEGMENTS}/${broadcastId}/${file}`

  return {
    /** Seconds since 1970: all addresses that are made now end then. */
    expiresNow: () => (Math.floor(nowS() / SEGMENT_BUCKET_S) + 2) * SEGMENT_BUCKET_S,
    sign(broadcastId: string, file: string, expires: number): string {
      const path = pathOf(broadcastId, file)
      return `${path}?expires=${expires}&signature=${signatureOf(path, `${expires}`)}`
    },
    /** Seconds for which this address may still be used and kept; 0 where it may not. */
    secondsLeft(broadcastId: string, file: string, expires = '', signature = ''): number {
      if (!BROADCAST_ID.test(broadcastId) || !SEGMENT_FILE.test(file)) return 0
      if (!same(signature, signatureOf(pathOf(broadcastId, file), expires))) return 0
      return Math.max(0, Number(expires) - nowS())
    },
  }
}
export type SegmentUrls = ReturnType<typeof segmentUrls>
