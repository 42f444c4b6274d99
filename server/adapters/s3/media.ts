import { randomUUID } from 'node:crypto'
import { streamOf } from '#contract/lib/stream-of.ts'
import type { S3 } from '#server/config/media-storage.ts'
import { isPending, type Media, MediaDown } from '#server/ports/media.ts'
import { type RetryPolicy, S3Client } from './client.ts'
import { listed } from './list-objects.ts'
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

interface Bucket {
  client: S3Client
  /** Of every path in it. */
  prefix: string
  chunkBytes: number
}

/** Media in a bucket. Writes are atomic; uploads in progress are stored as chunks (`arriving.ts`). */
export function s3Media(s3: S3, { chunkBytes = CHUNK_BYTES, ...policy }: Options = {}): Media {
  const bucket: Bucket = { client: new S3Client(s3, policy), prefix: s3.prefix, chunkBytes }
  return {
    put: (path, body) => put(bucket, path, body),
    read: (path) => read(bucket, path),
    remove: (path) => remove(bucket, path),
    append: (path, from, bytes) => append(bucket, path, from, bytes),
    size: async (path) => (await locate(bucket, path))?.size ?? null,
    async part(path, from, to) {
      const spans = (await locate(bucket, path))?.spans ?? []
      return collect(bucket, within(spans, from, to))
    },
    link: (from, to) => link(bucket, from, to),
    // S3 has no limit that could be queried.
    free: async () => Number.MAX_SAFE_INTEGER,
    find: (path) => head(bucket, path),
    async stream(path, from, to) {
      if (to <= from) return new Blob([]).stream()
      const answer = await get(bucket, { path, from, to })
      return answer && bucket.client.stream(answer)
    },
    async *list(folder) {
      for await (const one of listed(bucket.client, bucket.prefix, folder))
        yield { ...one, of: isPending(one.path) ? uploadFileOf(one.path) : one.path }
    },
  }
}

const put = ({ client }: Bucket, path: string, body: Uint8Array) =>
  stored(client.ask({ method: 'PUT', path, body }))

async function read(bucket: Bucket, path: string): Promise<Uint8Array | null> {
  if (isPending(path)) {
    const object = await locate(bucket, path)
    return object && collect(bucket, object.spans)
  }
  const answer = await bucket.client.ask({ method: 'GET', path })
  if (answer.ok) return bucket.client.bytes(answer)
  await answer.body?.cancel()
  return null
}

async function remove(bucket: Bucket, path: string): Promise<void> {
  const isChunk = uploadFileOf(path) !== path
  const paths =
    isPending(path) && !isChunk ? (await chunksOf(bucket, path)).map((chunk) => chunk.path) : [path]
  for (const one of paths) await bucket.client.ask({ method: 'DELETE', path: one })
}

async function append(
  bucket: Bucket,
  path: string,
  from: number,
  bytes: Parameters<Media['append']>[2],
): Promise<void> {
  for await (const chunk of inPieces(bytes, from, bucket.chunkBytes))
    await put(bucket, chunkName(path, chunk.from, randomUUID()), chunk.bytes)
}

async function link(bucket: Bucket, from: string, to: string): Promise<void> {
  const object = await locate(bucket, from)
  if (!object) throw new Error('the file to link to does not exist')
  const { size, spans } = object
  const body = { size, read: () => streamOf(readSpans(bucket, spans)) }
  await stored(bucket.client.ask({ method: 'PUT', path: to, body }))
}

/** Null if the object does not exist. */
async function get({ client }: Bucket, { path, from, to }: Span): Promise<Response | null> {
  const answer = await client.ask({
    ...{ method: 'GET', path },
    headers: { range: `bytes=${from}-${to - 1}` },
  })
  if (answer.ok) return answer
  await answer.body?.cancel()
  if (answer.status === 404) return null
  throw new MediaDown(`the media store: ${path} is shorter than it was`)
}

async function head({ client }: Bucket, path: string) {
  const answer = await client.ask({ method: 'HEAD', path })
  if (!answer.ok) return null
  const tag = (answer.headers.get('etag') ?? '').replace(/^W\//, '').replaceAll('"', '')
  return { size: Number(answer.headers.get('content-length')), tag }
}

/** Size and byte ranges of a file; null if it does not exist. */
async function locate(
  bucket: Bucket,
  path: string,
): Promise<{ size: number; spans: Span[] } | null> {
  if (isPending(path)) {
    const chunks = await chunksOf(bucket, path)
    return chunks.length === 0 ? null : chainOf(chunks)
  }
  const object = await head(bucket, path)
  return object && { size: object.size, spans: [{ path, from: 0, to: object.size }] }
}

async function chunksOf({ client, prefix }: Bucket, path: string) {
  const chunks = []
  for await (const { path: at, size } of listed(client, prefix, `${path}/`))
    chunks.push({ path: at, from: placeOf(at), size })
  return chunks
}

async function* readSpans(bucket: Bucket, spans: Span[]): AsyncGenerator<Uint8Array> {
  for (const span of spans) {
    if (span.from >= span.to) continue
    const answer = await get(bucket, span)
    if (!answer) throw new MediaDown(`the media store: ${span.path} is gone`)
    yield* bucket.client.stream(answer)
  }
}

const collect = async (bucket: Bucket, spans: Span[]): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(readSpans(bucket, spans)))

/** Throws on 404: a missing bucket stores nothing. */
async function stored(asking: Promise<Response>): Promise<void> {
  const answer = await asking
  await answer.body?.cancel()
  if (!answer.ok) throw new MediaDown(`the media store: ${answer.status} to what was sent`)
}
