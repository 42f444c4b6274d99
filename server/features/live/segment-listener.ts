import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EarlyListener } from '#server/http/ready.ts'
import type { PieceOf } from './pieces.ts'
import { SEGMENTS, type SegmentUrls } from './segment-url.ts'

/** An address as `segmentUrls` makes it; another one is for the ordinary way, which says why not. */
const ASKED = new RegExp(`^${SEGMENTS}/([\\w-]+)/([\\w.-]+)\\?expires=(\\d+)&signature=([\\w-]+)$`)

export const pieceHeaders = (piece: Uint8Array, seconds: number) => ({
  'content-type': 'video/mp4',
  'content-length': String(piece.length),
  'cache-control': `public, max-age=${seconds}`,
  'x-content-type-options': 'nosniff',
})

/**
 * Gives out pieces at the socket, before everything else: thousands come each second, and what is left to do for one is
 * to hash its address and to hand its bytes to the socket.
 */
export function segmentListener(urls: SegmentUrls, pieceOf: PieceOf): EarlyListener {
  return (incoming: IncomingMessage, outgoing: ServerResponse, next) => {
    const { method, url = '' } = incoming
    const isOurs = method === 'GET' && url.startsWith(SEGMENTS)
    const [, broadcast, file, expires, signature] = (isOurs && ASKED.exec(url)) || []
    if (!broadcast || !file) return next()
    const seconds = urls.secondsLeft(broadcast, file, expires, signature)
    if (seconds === null) return next()
    const send = (piece: Buffer | null) => {
      if (!piece) return next()
      outgoing.writeHead(200, pieceHeaders(piece, seconds))
      outgoing.end(piece)
    }
    const piece = pieceOf(broadcast, file)
    if (piece instanceof Promise) piece.then(send, next)
    else send(piece)
  }
}
