import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EarlyListener } from '#server/http/ready.ts'
import type { SegmentCache } from './segment-cache.ts'
import { SEGMENTS, type SegmentUrls } from './segment-url.ts'

/** Path as made by `segmentUrls`; others are left to the ordinary route, which answers with the reason. */
const SEGMENT_URL = new RegExp(
  `^${SEGMENTS}/([\\w-]+)/([\\w.-]+)\\?expires=(\\d+)&signature=([\\w-]+)$`,
)

export const segmentHeaders = (segment: Uint8Array, seconds: number) => ({
  'content-type': 'video/mp4',
  'content-length': String(segment.length),
  'cache-control': `public, max-age=${seconds}`,
  'x-content-type-options': 'nosniff',
})

/**
 * Serves segments at the socket, before all middleware: of thousands of requests per second each costs only the
 * verification of its signature and the write of its bytes.
 */
export function segmentListener(urls: SegmentUrls, segments: SegmentCache): EarlyListener {
  return (incoming: IncomingMessage, outgoing: ServerResponse, next) => {
    const { method, url = '' } = incoming
    const isOurs = method === 'GET' && url.startsWith(SEGMENTS)
    const [, broadcast, file, expires, signature] = (isOurs && SEGMENT_URL.exec(url)) || []
    if (!broadcast || !file) return next()
    const seconds = urls.secondsLeft(broadcast, file, expires, signature)
    if (seconds === null) return next()
    const send = (segment: Buffer | null) => {
      if (!segment) return next()
      outgoing.writeHead(200, segmentHeaders(segment, seconds))
      outgoing.end(segment)
    }
    const segment = segments.read(broadcast, file)
    if (segment instanceof Promise) segment.then(send, next)
    else send(segment)
  }
}
