import type { Gap } from './gaps.ts'

/** What keeps a picture from playing; `status` is the server's answer, 0 where there was none. */
export interface Trouble {
  status: number
  message: string | null
}

/** How far behind the newest a live picture is shown: soon, or with time to spare for a poor line. */
export type Delay = 'short' | 'steady'

/** More than so many seconds beyond its distance counts as late: it was paused, or the line broke. */
export const LATE_S = 6

/** What there is to choose from, and what is chosen. */
export interface Tracks {
  /** Lines of each picture, by its number; empty where the browser chooses by itself. */
  heights: number[]
  /** −1 where the player chooses. */
  chosen: number
  /** The one that is shown. */
  shown: number
}
export const NO_TRACKS: Tracks = { heights: [], chosen: -1, shown: -1 }

/** A picture that plays, and what may be asked of it. */
export interface Feed {
  detach: () => void
  choose: (track: number) => void
  delay: (delay: Delay) => void
  /** Jumps to what is happening now. */
  toLive: () => void
  /** Seconds: where it is to be begun anew after a fault; 0 for a live picture. */
  place: () => number
  /** Whether what is shown is old: only a live picture is ever late. */
  isLate: () => boolean
}

export interface FeedOptions {
  /** Seconds; 0 where a live picture begins at its end. */
  startAt: number
  delay: Delay
  onTrouble: (trouble: Trouble) => void
  onTracks: (tracks: Tracks) => void
  /** Where an archive's stream was broken off. */
  onGaps: (gaps: Gap[]) => void
}
