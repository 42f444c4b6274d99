import { createHash, createHmac } from 'node:crypto'
import { SEGMENT_BUCKET_S } from '#contract/streams/limits.ts'
import { same } from '#server/http/timing-safe-equal.ts'
import { BROADCAST_ID, SEGMENT_FILE } from '#server/ports/recordings.ts'
import type { Deps } from '#server/process/deps.ts'

export const SEGMENTS = '/hls/segment'

/** Key for a reverse proxy that verifies segment addresses itself. */
export const segmentKey = ({ link }: Pick<Deps['secrets'], 'link'>) =>
  createHmac('sha256', link).update('segments').digest('base64url')

/**
 * Signed segment addresses: valid for two to four minutes, identical for everyone within two, so that caches work.
 * `signature`: base64url MD5 of `<expires><path> <key>`, as nginx's secure_link verifies
 * (docs/decisions/live/012-signed-segment-urls.md).
 */
export class SegmentUrls {
  readonly #deps: Pick<Deps, 'secrets' | 'clock'>
  readonly #key

  constructor(deps: Pick<Deps, 'secrets' | 'clock'>) {
    this.#deps = deps
    this.#key = segmentKey(deps.secrets)
  }

  #nowS() {
    return Math.floor(this.#deps.clock.now().getTime() / 1000)
  }

  #signatureOf(path: string, expires: string) {
    return createHash('md5').update(`${expires}${path} ${this.#key}`).digest('base64url')
  }

  #pathOf(broadcastId: string, file: string) {
    return `${SEGMENTS}/${broadcastId}/${file}`
  }

  /**
   * Expiry of addresses made now, in seconds since 1970; never later than the instant `until`, the end of access.
   */
  expiresNow(until: string | null = null): number {
    const bucket = (Math.floor(this.#nowS() / SEGMENT_BUCKET_S) + 2) * SEGMENT_BUCKET_S
    return until === null ? bucket : Math.min(bucket, Math.floor((Date.parse(until) - 1) / 1000))
  }

  sign(broadcastId: string, file: string, expires: number): string {
    const path = this.#pathOf(broadcastId, file)
    return `${path}?expires=${expires}&signature=${this.#signatureOf(path, `${expires}`)}`
  }

  /** Seconds for which the response may be cached; null for an invalid address. */
  secondsLeft(broadcastId: string, file: string, expires = '', signature = ''): number | null {
    if (!BROADCAST_ID.test(broadcastId) || !SEGMENT_FILE.test(file)) return null
    if (!same(signature, this.#signatureOf(this.#pathOf(broadcastId, file), expires))) return null
    const left = Number(expires) - this.#nowS()
    return left >= 0 ? left : null
  }
}
