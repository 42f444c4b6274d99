/** What the ingest process and the API say to one another, over HTTP and loopback alone. */
export const INGEST_PATHS = {
  admit: '/internal/ingest/admit',
  report: '/internal/ingest/report',
  demo: '/internal/ingest/demo',
} as const

/** An encoder asks to be let in. */
export interface AdmitRequest {
  key: string
}
/** Which broadcast its pictures belong to. */
export interface Admission {
  broadcast: string
}

/** Measured over the last ten seconds or so; kilobits a second. */
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
  /** Runs of the stream that ended over what the packager refused. */
  spoiled: number
  /** What came in a codec that we cannot pass on, or with parameters that cannot be read. */
  foreign: ('video' | 'audio')[]
}

/** Everything that runs in one ingest process at this moment: what is not in it has ended. */
export interface Report {
  /** One start of one ingest process. */
  ingest: string
  rtmp_port: number
  streams: {
    broadcast: string
    /** SHA-256 of the key it came with, base64url. */
    key_hash: string
    /** Pieces written since this encoder came. */
    pieces: number
    measured: Measured
  }[]
}

/** What the ingest process has to do now. */
export interface Orders {
  /** Broadcasts whose encoder is to be cut off. */
  stop: string[]
  /** Broadcasts that only their owner sees: what is older than a minute is thrown away. */
  preview: string[]
  /** Those that are not kept any more from an instant on, in milliseconds: the same for what came after it. */
  unkept: { broadcast: string; from: number }[]
}

/** What the demo shows: the key of what is on air, and broadcasts whose recording must be there. */
export interface DemoWork {
  key: string | null
  archives: { id: string; started_at: string }[]
}
