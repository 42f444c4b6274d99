import type { Segment } from './gaps.ts'

/** An error that prevents playback; `status` is the HTTP status, 0 without a response. */
export interface PlaybackError {
  status: number
  message: string | null
}

/** The delay of a live stream: short, or steady with more buffer for a bad network. */
export type Delay = 'short' | 'steady'

/** Seconds beyond the configured delay from which playback counts as late, after a pause or an interruption. */
export const LATE_S = 6

/** A choice besides the index of a level: by the speed of the line, or the sound without the picture. */
export const AUTO = -1
export const SOUND_ALONE = -2

/** The quality levels, and the chosen one. */
export interface Tracks {
  /** The height of each level by its index, the lowest first; empty if none is known. */
  heights: number[]
  /** The sound can be had alone. */
  hasSound: boolean
  /** The delay can be chosen. */
  hasDelay: boolean
  /** An index, or one of the two above. */
  chosen: number
  /** The index of the level being shown; −1 if only the browser knows. */
  shown: number
}
export const NO_TRACKS: Tracks = {
  ...{ heights: [], hasSound: false, hasDelay: false },
  ...{ chosen: AUTO, shown: -1 },
}

/** A playing stream and its controls. */
export interface Feed {
  detach: () => void
  choose: (track: number) => void
  delay: (delay: Delay) => void
  /** Seeks to the live edge. */
  toLive: () => void
  /** The position to resume at after an error, in seconds; 0 for a live stream. */
  place: () => number
  /** Whether a live stream plays too far behind the live edge. */
  isLate: () => boolean
}

export interface FeedOptions {
  /** Seconds; 0 starts a live stream at its live edge. */
  startAt: number
  delay: Delay
  /** The quality to begin with. */
  track: number
  onError: (playbackError: PlaybackError) => void
  onTracks: (tracks: Tracks) => void
  /** Reports the segments of an archive. */
  onSegments: (segments: Segment[]) => void
}
