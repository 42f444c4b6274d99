import { createHash } from 'node:crypto'
import { type Media, MediaDown } from './media.ts'

interface Stored {
  bytes: Uint8Array
  at: Date
}

function overwritten(before: Uint8Array, at: number, more: Uint8Array) {
  const after = Buffer.alloc(Math.max(before.length, at + more.length))
  after.set(before)
  after.set(more, at)
  return after
}

/** Media in memory. `goDown` makes later calls fail. */
export function memoryMedia(now: () => Date = () => new Date()) {
  const files = new Map<string, Stored>()
  let bytesFree = Number.MAX_SAFE_INTEGER
  let isDown = false
  const bytesOf = (path: string) => files.get(path)?.bytes ?? new Uint8Array()
  const set = (path: string, bytes: Uint8Array) => void files.set(path, { bytes, at: now() })
  /** Makes a call fail while the store is down. */
  const unlessDown = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (isDown) throw new MediaDown('the store is down')
      return call(...args)
    }
  }
  const media: Media = {
    put: unlessDown(async (path, bytes) => set(path, bytes)),
    read: unlessDown(async (path) => files.get(path)?.bytes ?? null),
    remove: unlessDown(async (path) => void files.delete(path)),
    append: unlessDown(async (path, from, bytes) => {
      let at = from
      if (!files.has(path)) set(path, new Uint8Array())
      for await (const more of bytes) {
        set(path, overwritten(bytesOf(path), at, more))
        at += more.length
      }
    }),
    size: unlessDown(async (path) => files.get(path)?.bytes.length ?? null),
    part: unlessDown(async (path, from, to) => bytesOf(path).subarray(from, to)),
    link: unlessDown(async (from, to) => set(to, bytesOf(from))),
    free: unlessDown(async () => bytesFree),
    find: unlessDown(async (path) => {
      const file = files.get(path)
      if (!file) return null
      const tag = createHash('sha256').update(file.bytes).digest('base64url')
      return { size: file.bytes.length, tag }
    }),
    stream: unlessDown(async (path, from, to) => {
      const bytes = files.get(path)?.bytes.slice(from, to)
      return bytes ? new Response(bytes).body : null
    }),
    async *list(folder) {
      if (isDown) throw new MediaDown('the store is down')
      for (const [path, { bytes, at }] of [...files])
        if (path.startsWith(folder)) yield { path, of: path, size: bytes.length, at }
    },
  }
  return {
    ...media,
    paths: () => [...files.keys()].sort(),
    leave(bytes: number) {
      bytesFree = bytes
    },
    /** Turns the outage on or off. */
    goDown(down = true) {
      isDown = down
    },
  }
}
