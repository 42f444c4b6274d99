import { createHash } from 'node:crypto'
import { type Media, MediaDown } from './media.ts'

interface Stored {
  bytes: Uint8Array
  at: Date
}

/** Media that are gone with the process. `fail` says of the next calls that the store is down. */
export function memoryMedia(now: () => Date = () => new Date()) {
  const files = new Map<string, Stored>()
  let bytesFree = Number.MAX_SAFE_INTEGER
  let isDown = false
  const found = (path: string) => files.get(path)?.bytes ?? new Uint8Array()
  const set = (path: string, bytes: Uint8Array) => void files.set(path, { bytes, at: now() })
  /** As a store that is away: each call of it fails. */
  const asked = <A extends unknown[], R>(call: (...said: A) => Promise<R>) => {
    return async (...said: A): Promise<R> => {
      if (isDown) throw new MediaDown('the store is down')
      return call(...said)
    }
  }
  const media: Media = {
    put: asked(async (path, bytes) => set(path, bytes)),
    read: asked(async (path) => files.get(path)?.bytes ?? null),
    remove: asked(async (path) => void files.delete(path)),
    append: asked(async (path, from, bytes) => {
      let at = from
      if (!files.has(path)) set(path, new Uint8Array())
      for await (const more of bytes) {
        const before = found(path)
        const after = Buffer.alloc(Math.max(before.length, at + more.length))
        after.set(before)
        after.set(more, at)
        set(path, after)
        at += more.length
      }
    }),
    size: asked(async (path) => files.get(path)?.bytes.length ?? null),
    part: asked(async (path, from, to) => found(path).subarray(from, to)),
    link: asked(async (from, to) => set(to, found(from))),
    free: asked(async () => bytesFree),
    find: asked(async (path) => {
      const file = files.get(path)
      if (!file) return null
      const tag = createHash('sha256').update(file.bytes).digest('base64url')
      return { size: file.bytes.length, tag }
    }),
    stream: asked(async (path, from, to) => {
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
    /** Whether the store is away. */
    goDown(down = true) {
      isDown = down
    },
  }
}
