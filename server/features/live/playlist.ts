import type { Segment } from '#server/ports/recordings.ts'

/** A piece of one of the broadcasts that a playlist is made of. */
export interface Listed extends Segment {
  broadcastId: string
}
/** The name of a piece's file among those of all broadcasts. */
export const fileAddress = (broadcastId: string, file: string) => `${broadcastId}/${file}`
type AddressOf = (broadcastId: string, file: string) => string

const head = (longest: number) => [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  '#EXT-X-INDEPENDENT-SEGMENTS',
  `#EXT-X-TARGETDURATION:${Math.max(2, Math.round(longest))}`,
]

/** Each piece with its time of day; where the encoder began anew, the break is marked. */
function body(pieces: Listed[], addressOf: AddressOf): string[] {
  return pieces.flatMap((piece, n) => {
    const before = pieces[n - 1]
    const anew = before?.run !== piece.run || before.broadcastId !== piece.broadcastId
    return [
      ...(before && anew ? ['#EXT-X-DISCONTINUITY'] : []),
      ...(anew ? [`#EXT-X-MAP:URI="${addressOf(piece.broadcastId, piece.init)}"`] : []),
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(piece.at).toISOString()}`,
      `#EXTINF:${piece.seconds.toFixed(3)},`,
      addressOf(piece.broadcastId, piece.file),
    ]
  })
}

const text = (lines: string[]) => `${lines.join('\n')}\n`

/**
 * The end of a stream that goes on (RFC 8216); `over` tells players that nothing more comes. `longest` is that of all
 * its pieces: what players were told of their length must not become less.
 */
export const livePlaylist = (
  { pieces, longest }: { pieces: Listed[]; longest: number },
  addressOf: AddressOf,
  over: boolean,
): string =>
  text([
    ...head(longest),
    `#EXT-X-MEDIA-SEQUENCE:${pieces[0]?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${pieces[0]?.run ?? 0}`,
    ...body(pieces, addressOf),
    ...(over ? ['#EXT-X-ENDLIST'] : []),
  ])

/** All that was on the air, from its first piece to its last. */
export const archivePlaylist = (pieces: Listed[], addressOf: AddressOf): string =>
  text([
    ...head(pieces.reduce((longest, { seconds }) => Math.max(longest, seconds), 0)),
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...body(pieces, addressOf),
    '#EXT-X-ENDLIST',
  ])
