/**
 * Where pictures, sounds and films are kept. A path is relative: `public/…` for all, `members/…` for readers, `arriving/…`
 * for what is on its way to us. All of it throws `MediaDown` where the store does not answer.
 */
export interface Media {
  put: (path: string, bytes: Uint8Array) => Promise<void>
  /** Null where nothing is. */
  read: (path: string) => Promise<Uint8Array | null>
  remove: (path: string) => Promise<void>
  /**
   * Writes what comes behind the first `from` bytes of what is arriving; what came before the stream broke stays. Several
   * may do so at once, on several machines: the same file has the same bytes at the same place.
   */
  append: (path: string, from: number, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /** Bytes; null where nothing is. */
  size: (path: string) => Promise<number | null>
  /** The bytes from `from` to before `to`. */
  part: (path: string, from: number, to: number) => Promise<Uint8Array>
  /** The same file under one more name; there to stay when this settles. */
  link: (from: string, to: string) => Promise<void>
  /** Bytes that the store still takes. */
  free: () => Promise<number>
  /** What is to be known of a file before it is given out; null where none is. */
  find: (path: string) => Promise<Found | null>
  /** The bytes from `from` to before `to`, as they are read; null where no file is any more. */
  stream: (path: string, from: number, to: number) => Promise<ReadableStream<Uint8Array> | null>
  /** Everything under a folder, in no order, what never became a file included. */
  list: (folder: string) => AsyncIterable<Listed>
}

export interface Found {
  size: number
  /** Another one for other bytes; letters that may stand in an ETag. */
  tag: string
}

export interface Listed {
  /** `remove` takes it. */
  path: string
  /** Of which file it is a piece, or the file itself. */
  of: string
  size: number
  /** When it was written, by the store's own clock. */
  at: Date
}

/** The store does not answer, or not to us. What it said is for the log: it holds no secret. */
export class MediaDown extends Error {
  /** It answers, and will not do it for us: asking again helps nobody. */
  readonly isFinal: boolean
  constructor(
    message: string,
    { isFinal = false, ...options }: ErrorOptions & { isFinal?: boolean } = {},
  ) {
    super(message, options)
    this.isFinal = isFinal
  }
}

const ARRIVING = 'arriving/'
/** What is on its way to us. */
export const arrivingAt = (id: string) => `${ARRIVING}${id}`
export const isArriving = (path: string) => path.startsWith(ARRIVING)
