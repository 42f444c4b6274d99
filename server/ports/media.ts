/**
 * Where pictures, sounds and films are kept. A path is relative: `public/…` for all, `members/…` for readers, `arriving/…`
 * for what is on its way to us.
 */
export interface Media {
  put: (path: string, bytes: Uint8Array) => Promise<void>
  /** Null where nothing is. */
  read: (path: string) => Promise<Uint8Array | null>
  remove: (path: string) => Promise<void>
  /** Writes behind what is there, as it comes; what came before the stream broke stays. */
  append: (path: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /** Bytes; null where nothing is. */
  size: (path: string) => Promise<number | null>
  /** The bytes from `from` to before `to`. */
  part: (path: string, from: number, to: number) => Promise<Uint8Array>
  /** The same file under one more name, without copying it; on the disk itself when this settles. */
  link: (from: string, to: string) => Promise<void>
  /** Everything under a folder, in no order. */
  list: (folder: string) => AsyncIterable<Listed>
  /** Bytes that the disk still takes. */
  free: () => Promise<number>
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

/** What is on its way to us. */
export const arrivingAt = (id: string) => `arriving/${id}`

export function memoryMedia() {
  const files = new Map<string, Uint8Array>()
  let bytesFree = Number.MAX_SAFE_INTEGER
  const found = (path: string) => files.get(path) ?? new Uint8Array()
  const media: Media = {
    put: async (path, bytes) => void files.set(path, bytes),
    read: async (path) => files.get(path) ?? null,
    remove: async (path) => void files.delete(path),
    async append(path, bytes) {
      if (!files.has(path)) files.set(path, new Uint8Array())
      for await (const more of bytes)
        files.set(path, Buffer.concat([files.get(path) ?? new Uint8Array(), more]))
    },
    size: async (path) => files.get(path)?.length ?? null,
    part: async (path, from, to) => found(path).subarray(from, to),
    link: async (from, to) => void files.set(to, found(from)),
    async *list(folder) {
      for (const [path, { length: size }] of files)
        if (path.startsWith(folder)) yield { path, of: path, size, at: new Date(0) }
    },
    free: async () => bytesFree,
  }
  return {
    ...media,
    paths: () => [...files.keys()].sort(),
    leave(bytes: number) {
      bytesFree = bytes
    },
  }
}
