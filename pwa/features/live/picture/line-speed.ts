import type { LoaderStats } from 'hls.js'

/** So many downloads in a row must be faster, as a single one may be by chance. */
const DOWNLOADS = 3
/** So many times as fast as the player's estimate. */
const FASTER = 2

/**
 * Notices that a slow line became a fast one. hls.js weighs each download by the time it took, so that quick ones
 * hardly count after slow ones, and the small picture would stay for many minutes.
 */
export class LineSpeed {
  /** Bits per second of the last downloads. */
  #speeds: number[] = []

  /** Takes in a download; returns the new speed in bits per second if the line is clearly faster than estimated. */
  add({ loaded, loading }: Pick<LoaderStats, 'loaded' | 'loading'>, estimate: number) {
    const seconds = (loading.end - loading.start) / 1_000
    if (seconds <= 0) return null
    this.#speeds = [...this.#speeds, (loaded * 8) / seconds].slice(-DOWNLOADS)
    const slowest = Math.min(...this.#speeds)
    const isFaster = this.#speeds.length === DOWNLOADS && slowest > estimate * FASTER
    if (!isFaster) return null
    this.#speeds = []
    return slowest
  }
}

/**
 * Whether the browser had kept the file, as after a reload: such a download says nothing about the line. False if
 * another origin hides its sizes.
 */
export const isKept = ({
  transferSize,
  decodedBodySize,
}: Pick<PerformanceResourceTiming, 'transferSize' | 'decodedBodySize'>) =>
  transferSize === 0 && decodedBodySize > 0
