/**
 * Store of pictures, audio and video. Paths are relative: `public/…` for everybody, `members/…` with access control,
 * `arriving/…` for uploads in progress. All calls throw `MediaDown` if the store does not answer.
 */
export interface Media {
  put: (path: string, bytes: Uint8Array) => Promise<void>
  /** Null if the file does not exist. */
  read: (path: string) => Promise<Uint8Array | null>
  remove: (path: string) => Promise<void>
  /**
   * Writes to an upload from offset `from`; bytes before a broken stream are kept. Concurrent calls, also on several
   * machines, are safe: the same file has the same bytes at each offset.
   */
  append: (path: string, from: number, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /** Bytes; null if the file does not exist. */
  size: (path: string) => Promise<number | null>
  /** The bytes from `from` to before `to`. */
  part: (path: string, from: number, to: number) => Promise<Uint8Array>
  /** Gives the file another name; durable when this settles. */
  link: (from: string, to: string) => Promise<void>
  /** Free space in bytes. */
  free: () => Promise<number>
  /** Size and tag of a file; null if it does not exist. */
  find: (path: string) => Promise<FoundFile | null>
  /** Streams the bytes from `from` to before `to`; null if the file was deleted. */
  stream: (path: string, from: number, to: number) => Promise<ReadableStream<Uint8Array> | null>
  /** All files under a folder in any order, incomplete ones included. */
  list: (folder: string) => AsyncIterable<ListedFile>
}

export interface FoundFile {
  size: number
  /** Changes with the content; may be used in an ETag. */
  tag: string
}

export interface ListedFile {
  /** Path for `remove`. */
  path: string
  /** Path of the complete file that this chunk belongs to, or the file itself. */
  of: string
  size: number
  /** Modification time by the store's clock. */
  at: Date
}

/** The store is unreachable, or refuses us. The message may be logged: it contains no secret. */
export class MediaDown extends Error {
  /** The store refused permanently: a retry is useless. */
  readonly isFinal: boolean
  constructor(
    message: string,
    { isFinal = false, ...options }: ErrorOptions & { isFinal?: boolean } = {},
  ) {
    super(message, options)
    this.isFinal = isFinal
  }
}

const PENDING = 'arriving/'
/** Path of an upload in progress. */
export const pendingPath = (id: string) => `${PENDING}${id}`
export const isPending = (path: string) => path.startsWith(PENDING)
