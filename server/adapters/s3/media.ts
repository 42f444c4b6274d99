import { randomUUID } from 'node:crypto'
import type { S3 } from '#server/config/store.ts'
import { isPending, type Media, MediaDown } from '#server/ports/media.ts'
import { type RetryPolicy, s3Client, streamOf } from './client.ts'
import { listed } from './listing.ts'
import {
  CHUNK_BYTES,
  chainOf,
  chunkName,
  inPieces,
  placeOf,
  type Span,
  uploadFileOf,
  within,
} from './pending-uploads.ts'

interface Options extends Partial<RetryPolicy> {
  chunkBytes?: number
}

/** Media in a bucket. Writes are atomic; uploads in progress are stored as chunks (`arriving.ts`). */
export function s3Media(s3: S3, { chunkBytes = CHUNK_BYTES, ...policy }: Options = {}): Media {
  const client = s3Client(s3, policy)

  /** Null if the object does not exist. */
  async function get({ path, from, to }: Span): Promise<Response | null> {
    const answer = await client.ask({
      ...{ method: 'GET', path },
      headers: { range: `bytes=${from}-${to - 1}` },
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    if (answer.status === 404) return null
    throw new MediaDown(`the media store: ${path} is shorter than it was`)
  }
  async function head(path: string) {
    const answer = await client.ask({ method: 'HEAD', path })
    if (!answer.ok) return null
    const tag = (answer.headers.get('etag') ?? '').replace(/^W\//, '').replaceAll('"', '')
    return { size: Number(answer.headers.get('content-length')), tag }
  }
  const remove = async (path: string) => void (await client.ask({ method: 'DELETE', path }))
  async function piecesOf(path: string) {
    const chunks = []
    for await (const { path: at, size } of listed(client, s3.prefix, `${path}/`))
      chunks.push({ path: at, from: placeOf(at), size })
    return chunks
  }
  /** Size and byte ranges of a file; null if it does not exist. */
  async function locate(path: string): Promise<{ size: number; spans: Span[] } | null> {
    if (isPending(path)) {
      const chunks = await piecesOf(path)
      return chunks.length === 0 ? null : chainOf(chunks)
    }
    const found = await head(path)
    return found && { size: found.size, spans: [{ path, from: 0, to: found.size }] }
  }
  async function* readSpans(spans: Span[]): AsyncGenerator<Uint8Array> {
    for (const span of spans) {
      if (span.from >= span.to) continue
      const answer = await get(span)
      if (!answer) throw new MediaDown(`the media store: ${span.path} is gone`)
      yield* client.stream(answer)
    }
  }
  const collect = async (spans: Span[]): Promise<Uint8Array> =>
    Buffer.concat(await Array.fromAsync(readSpans(spans)))
  const put = async (path: string, body: Uint8Array) =>
    void (await stored(client.ask({ method: 'PUT', path, body })))

  return {
    put,
    async read(path) {
      if (isPending(path)) {
        const found = await locate(path)
        return found && collect(found.spans)
      }
      const answer = await client.ask({ method: 'GET', path })
      if (answer.ok) return client.bytes(answer)
      await answer.body?.cancel()
      return null
    },
    async remove(path) {
      const isChunk = uploadFileOf(path) !== path
      if (!isPending(path) || isChunk) return remove(path)
      for (const chunk of await piecesOf(path)) await remove(chunk.path)
    },
    async append(path, from, bytes) {
      for await (const chunk of inPieces(bytes, from, chunkBytes))
        await put(chunkName(path, chunk.from, randomUUID()), chunk.bytes)
    },
    size: async (path) => (await locate(path))?.size ?? null,
    async part(path, from, to) {
      const spans = (await locate(path))?.spans ?? []
      return collect(within(spans, from, to))
    },
    async link(from, to) {
      const found = await locate(from)
      if (!found) throw new Error('the file to link to does not exist')
      const { size, spans } = found
      const body = { size, read: () => streamOf(readSpans(spans)) }
      await stored(client.ask({ method: 'PUT', path: to, body }))
    },
    // S3 has no limit that could be queried.
    free: async () => Number.MAX_SAFE_INTEGER,
    find: head,
    async stream(path, from, to) {
      if (to <= from) return new Blob([]).stream()
      const answer = await get({ path, from, to })
      return answer && client.stream(answer)
    },
    async *list(folder) {
      for await (const one of listed(client, s3.prefix, folder))
        yield { ...one, of: isPending(one.path) ? uploadFileOf(one.path) : one.path }
    },
  }
}

/** Throws on 404: a missing bucket stores nothing. */
async function stored(asking: Promise<Response>): Promise<void> {
  const answer = await asking
  await answer.body?.cancel()
  if (!answer.ok) throw new MediaDown(`the media store: ${answer.status} to what was sent`)
}
