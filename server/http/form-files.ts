import type { Context } from 'hono'
import type { Arrived } from '#contract/form.schema.ts'
import { BODY_MAX_BYTES, DISK_RESERVE_BYTES, FORM_MAX } from '#contract/limits.ts'
import { UPLOADS_NO_ROOM } from '#contract/messages.ts'
import { arrivingAt } from '#server/ports/media.ts'
import type { Deps } from '#server/process/deps.ts'
import { deleteOrphansAfter, markOrphaned, tryDeleteOrphans } from '../media/orphans.ts'
import { type Part, partsOf } from './form-parts.ts'
import { Refusal } from './refusal.ts'

type FileDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'media'>
const RETRY_S = 60

/** A form whose files go to the disk as they arrive. What nobody took by the end is removed by `clear`, or `clearAfter` a failure. */
export function formFiles({ db, clock, newId, media }: FileDeps, c: Context) {
  const paths: string[] = []

  async function keep(bytes: AsyncIterable<Uint8Array>): Promise<Arrived> {
    const path = arrivingAt(newId())
    const created_at = clock.now().toISOString()
    // Before the first byte: also a power cut leaves no file behind that nobody knows of.
    await markOrphaned(db, [path], created_at)
    paths.push(path)
    await media.append(path, 0, bytes)
    return { path, size: (await media.size(path)) ?? 0 }
  }

  async function fieldOf({ filename, bytes }: Part): Promise<string | Arrived | null> {
    if (filename === null) return textOf(bytes)
    // A file field that was left empty.
    return filename === '' ? null : keep(bytes)
  }

  return {
    async read(): Promise<Record<string, unknown>> {
      const { body } = c.req.raw
      const [, boundary] = boundaryOf(c.req.header('content-type') ?? '')
      if (!boundary) throw new Refusal(415)
      const length = Number(c.req.header('content-length') ?? 0)
      if (length > BODY_MAX_BYTES.files) throw new Refusal(413)
      if ((await media.free()) - length < DISK_RESERVE_BYTES)
        throw new Refusal(503, UPLOADS_NO_ROOM, { retryAfter: RETRY_S })
      if (!body) throw new Refusal(400)
      const fields = new Map<string, unknown>()
      let left = FORM_MAX.parts
      for await (const part of partsOf(limited(body, BODY_MAX_BYTES.files), boundary)) {
        if (left-- === 0) throw new Refusal(413)
        const value = await fieldOf(part)
        // Said twice it is a list, which no field of ours is.
        if (value !== null) fields.set(part.name, fields.has(part.name) ? [] : value)
      }
      return Object.fromEntries(fields)
    },
    clear: () => tryDeleteOrphans({ db, media }, paths),
    clearAfter: (error: unknown) => deleteOrphansAfter({ db, media }, error, paths),
  }
}

const boundaryOf = (type: string) => {
  const found = type.match(
    /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i,
  )
  return [found?.[0], found?.[1] ?? found?.[2]]
}

/** Passes on so many bytes; a stream that is cut off is a request that we could not read. */
export async function* limited(
  body: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]()
  for (let left = most; ; ) {
    const { done, value } = await source.next().catch(() => {
      throw new Refusal(400)
    })
    if (done) return
    left -= value.length
    if (left < 0) throw new Refusal(413)
    yield value
  }
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of limited(bytes, FORM_MAX.text)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
