import type { Rendition } from '#server/ports/ladder.ts'
import type { Segment } from '#server/ports/recordings.ts'

/** A segment together with its broadcast. */
export interface PlaylistSegment extends Segment {
  broadcastId: string
  renditions: readonly Rendition[]
}
/** Path of a segment's file, unique across broadcasts. */
export const fileAddress = (broadcastId: string, file: string) => `${broadcastId}/${file}`
type AddressOf = (broadcastId: string, file: string) => string

const head = (longest: number) => [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  '#EXT-X-INDEPENDENT-SEGMENTS',
  `#EXT-X-TARGETDURATION:${Math.max(2, Math.round(longest))}`,
]

/** Segments with their date-time; a new run of the encoder is marked as a discontinuity. */
function body(segments: PlaylistSegment[], addressOf: AddressOf): string[] {
  return segments.flatMap((segment, n) => {
    const before = segments[n - 1]
    const anew = before?.run !== segment.run || before.broadcastId !== segment.broadcastId
    return [
      ...(before && anew ? ['#EXT-X-DISCONTINUITY'] : []),
      // Also without a discontinuity: where a rendition takes the place of another one, times go on.
      ...(anew || before?.init !== segment.init
        ? [`#EXT-X-MAP:URI="${addressOf(segment.broadcastId, segment.init)}"`]
        : []),
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.at).toISOString()}`,
      `#EXTINF:${segment.seconds.toFixed(3)},`,
      addressOf(segment.broadcastId, segment.file),
    ]
  })
}

const text = (lines: string[]) => `${lines.join('\n')}\n`

/**
 * Playlist of the live edge (RFC 8216); `over` adds the end tag. `longest`: longest segment of the whole stream,
 * since the target duration must not change.
 */
export const livePlaylist = (
  { segments, longest }: { segments: PlaylistSegment[]; longest: number },
  addressOf: AddressOf,
  over: boolean,
): string =>
  text([
    ...head(longest),
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${segments[0]?.run ?? 0}`,
    ...body(segments, addressOf),
    ...(over ? ['#EXT-X-ENDLIST'] : []),
  ])

/** Playlist of the complete recording. */
export const archivePlaylist = (segments: PlaylistSegment[], addressOf: AddressOf): string =>
  text([
    ...head(segments.reduce((longest, { seconds }) => Math.max(longest, seconds), 0)),
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...body(segments, addressOf),
    '#EXT-X-ENDLIST',
  ])
