/** Rounding of the positions that a playlist's durations give, in seconds. */
const NEAR_S = 0.1

/**
 * Whether the picture stands although the last segment of the live playlist has arrived. A browser that has run out of
 * data several times goes on only with more of it than before, Chrome with three seconds, and a stream that comes back
 * has one segment at first. `end` of the segment and `edge` of the playlist: seconds.
 */
export const waitsForMore = (
  { paused, seeking, readyState }: Pick<HTMLVideoElement, 'paused' | 'seeking' | 'readyState'>,
  { end }: { end: number },
  edge: number,
): boolean =>
  !paused && !seeking && readyState <= HTMLMediaElement.HAVE_CURRENT_DATA && end >= edge - NEAR_S
