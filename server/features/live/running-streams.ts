import type { FfmpegState, IngestReport, Measured } from '#server/ports/ingest.ts'

/** Reports come each second: an ingest process without reports for this time counts as gone. */
export const SILENT_MS = 6_000
/** A connected encoder without a new segment for this time counts as stalled: longer than any keyframe interval. */
const STILL_MS = 30_000

export interface Running {
  ingest: string
  /** Milliseconds since 1970. */
  seenAt: number
  segments: number
  /** Time of the last new segment, or of the encoder's arrival; milliseconds since 1970. */
  movedAt: number
  measured: Measured
}

/** Runs that the packager aborted, renditions that were dropped, and encoders of renditions that ended. */
export interface StreamTotals {
  spoiledRuns: number
  droppedRungs: number
  failedEncoders: number
}

/** The streams that the ingest processes have reported. Times are milliseconds since 1970. */
export class RunningStreams {
  readonly #running = new Map<string, Running>()
  /** Since this process began. */
  readonly #totals: StreamTotals = { spoiledRuns: 0, droppedRungs: 0, failedEncoders: 0 }
  #port: number
  #ffmpeg: FfmpegState | null = null
  /** Time of the last report. */
  #heardAt: number

  constructor(now: number, port: number) {
    this.#heardAt = now
    this.#port = port
  }

  /** Streams that this ingest process no longer lists have ended. */
  note({ ingest, rtmp_port, ffmpeg, streams }: IngestReport, now: number) {
    this.#port = rtmp_port
    if (ffmpeg) this.#ffmpeg = ffmpeg
    this.#heardAt = now
    const before = new Map(this.#running)
    for (const [id, known] of this.#running) if (known.ingest === ingest) this.#running.delete(id)
    for (const { broadcast, pieces: segments, measured } of streams) {
      const known = before.get(broadcast)
      const movedAt = known && known.segments === segments ? known.movedAt : now
      this.#count(measured, known?.measured)
      this.#running.set(broadcast, { ingest, segments, measured, movedAt, seenAt: now })
    }
  }

  /** Each encoder's counters begin at zero. */
  #count(now: Measured, before: Measured | undefined) {
    const grown = (count: number, known = 0) => Math.max(0, count - known)
    this.#totals.spoiledRuns += grown(now.spoiled, before?.spoiled)
    this.#totals.droppedRungs += grown(now.ladder?.drops ?? 0, before?.ladder?.drops)
    this.#totals.failedEncoders += grown(now.ladder?.failures ?? 0, before?.ladder?.failures)
  }

  find(id: string, now: number): Running | null {
    const known = this.#running.get(id)
    return known && now - known.seenAt < SILENT_MS ? known : null
  }

  /** Milliseconds since the last report of any ingest process. */
  silence(now: number): number {
    return now - this.#heardAt
  }

  /** Limits all times to now after the clock was set back; otherwise no silent stream would be noticed. */
  limitTimes(now: number) {
    this.#heardAt = Math.min(this.#heardAt, now)
    for (const known of this.#running.values()) {
      known.seenAt = Math.min(known.seenAt, now)
      known.movedAt = Math.min(known.movedAt, now)
    }
  }

  totals(): Readonly<StreamTotals> {
    return this.#totals
  }

  ffmpeg() {
    return this.#ffmpeg
  }

  port() {
    return this.#port
  }
}

/** Whether the encoder has just arrived or sent a new segment. */
export const isMoving = ({ movedAt }: Running, now: number) => now - movedAt < STILL_MS
