import { randomUUID } from 'node:crypto'
import type { S3 } from '#server/config/store.ts'
import { isArriving, type Media, MediaDown } from '#server/ports/media.ts'
import {
  chainOf,
  fileOf,
  inPieces,
  PIECE_BYTES,
  pieceName,
  placeOf,
  type Span,
  within,
} from './arriving.ts'
import { type Patience, s3Client, streamOf } from './client.ts'
import { listed } from './listing.ts'

interface Options extends Partial<Patience> {
  pieceBytes?: number
}

/** Media in a bucket. A file is there whole or not at all; what is arriving lies there in pieces (`arriving.ts`). */
export function s3Media(s3: S3, { pieceBytes = PIECE_BYTES, ...patience }: Options = {}): Media {
  const client = s3Client(s3, patience)

  /** Null where no object is. */
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
    const pieces = []
    for await (const { path: at, size } of listed(client, s3.prefix, `${path}/`))
      pieces.push({ path: at, from: placeOf(at), size })
    return pieces
  }
  /** Where the bytes of a file lie; null where no file is. */
  async function locate(path: string): Promise<{ size: number; spans: Span[] } | null> {
    if (isArriving(path)) {
      const pieces = await piecesOf(path)
      return pieces.length === 0 ? null : chainOf(pieces)
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
      if (isArriving(path)) {
        const found = await locate(path)
        return found && collect(found.spans)
      }
      const answer = await client.ask({ method: 'GET', path })
      if (answer.ok) return client.bytes(answer)
      await answer.body?.cancel()
      return null
    },
    async remove(path) {
      const isPiece = fileOf(path) !== path
      if (!isArriving(path) || isPiece) return remove(path)
      for (const piece of await piecesOf(path)) await remove(piece.path)
    },
    async append(path, from, bytes) {
      for await (const piece of inPieces(bytes, from, pieceBytes))
        await put(pieceName(path, piece.from, randomUUID()), piece.bytes)
    },
    size: async (path) => (await locate(path))?.size ?? null,
    async part(path, from, to) {
      const spans = (await locate(path))?.spans ?? []
      return collect(within(spans, from, to))
    },
    async link(from, to) {
      const found = await locate(from)
      if (!found) throw new Error('there is no such file to link to')
      const { size, spans } = found
      const body = { size, read: () => streamOf(readSpans(spans)) }
      await stored(client.ask({ method: 'PUT', path: to, body }))
    },
    // Whoever lets the bucket has no end of it that could be asked for.
    free: async () => Number.MAX_SAFE_INTEGER,
    find: head,
    async stream(path, from, to) {
      if (to <= from) return new Blob([]).stream()
      const answer = await get({ path, from, to })
      return answer && client.stream(answer)
    },
    async *list(folder) {
      for await (const one of listed(client, s3.prefix, folder))
        yield { ...one, of: isArriving(one.path) ? fileOf(one.path) : one.path }
    },
  }
}

/** A server that has no such bucket has not kept anything. */
async function stored(asking: Promise<Response>): Promise<void> {
  const answer = await asking
  await answer.body?.cancel()
  if (!answer.ok) throw new MediaDown(`the media store: ${answer.status} to what was sent`)
}
