/** Internal calls between the ingest process and the API: HTTP over loopback only. */
export const INGEST_PATHS = {
  admit: '/internal/ingest/admit',
  report: '/internal/ingest/report',
  demo: '/internal/ingest/demo',
} as const

/** An encoder's request to publish. */
export interface AdmitRequest {
  key: string
}
/** The broadcast of an admitted encoder. */
export interface Admission {
  broadcast: string
}

/** Measurements over about ten seconds; kbit/s. */
export interface Measured {
  video: {
    codec: string
    width: number
    height: number
    fps: number
    kbps: number
    keyframe_s: number | null
  } | null
  audio: { codec: string; kbps: number } | null
  /** Number of runs that ended because the packager refused a segment. */
  spoiled: number
  /** Tracks with an unsupported codec, or with parameters that cannot be parsed. */
  foreign: ('video' | 'audio')[]
  /** What the encoder's owner should know, while it lasts. */
  doubts?: Doubt[] | undefined
  /** The stream could not be written, so its encoder was disconnected. */
  unwritten?: boolean | undefined
  /** Renditions below the source; missing without an ffmpeg. */
  ladder?: LadderReport | undefined
}

/**
 * Sound that was missing; that drifts from the pictures; pictures whose timestamps do not advance; a line that is slower
 * than what is sent; less data than the encoder has announced.
 */
export type Doubt = 'soundLate' | 'soundDrifts' | 'still' | 'slow' | 'short'

/** Why an encoder was disconnected: another one of the same key has replaced it, or it sent invalid RTMP. */
export type Cutoff = 'replaced' | 'invalid'

/** Heights of the renditions that are made, and of those that the machine is too slow for; counts of this stream. */
export interface LadderReport {
  made: number[]
  dropped: number[]
  drops: number
  /** Encoders that ended by themselves. */
  failures: number
}

/** The ffmpeg of the ingest process. `lacks`: names of its missing encoders. */
export type FfmpegState =
  | { state: 'found'; path: string; version: string }
  | { state: 'missing' }
  | { state: 'old'; version: string }
  | { state: 'unable'; version: string; lacks: string }

/** All streams of an ingest process: a stream that is missing has ended. */
export interface IngestReport {
  /** Id of this start of the ingest process. */
  ingest: string
  rtmp_port: number
  /** Missing if renditions are switched off. */
  ffmpeg?: FfmpegState | undefined
  streams: {
    broadcast: string
    /** SHA-256 of the stream key, base64url. */
    key_hash: string
    /** Segments written since the encoder connected. */
    pieces: number
    measured: Measured
  }[]
  /** Encoders that were disconnected lately; several reports name each, as one of them may be lost. */
  cutoffs?: { broadcast: string; why: Cutoff }[] | undefined
}

/** Orders to the ingest process. */
export interface Orders {
  /** Broadcasts whose encoder has to be disconnected. */
  stop: string[]
  /** Previews: only the last minute is kept. */
  preview: string[]
  /**
   * Broadcasts that are no longer recorded from an instant (in milliseconds): of later segments only a minute is
   * kept.
   */
  unkept: { broadcast: string; from: number }[]
}

/** The key of the demo's live stream, and broadcasts that need a recording. */
export interface DemoWork {
  key: string | null
  archives: { id: string; started_at: string }[]
}
