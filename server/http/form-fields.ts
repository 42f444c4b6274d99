import type { Context } from 'hono'
import { BODY_MAX_BYTES, FORM_MAX } from '#contract/limits.ts'
import { ApiError } from './api-error.ts'
import { boundaryOf, limited, partsOf, textOf } from './form-parts.ts'

/**
 * The fields of a form whose files are small enough for memory. Parsed from the stream: parsing the whole body at once
 * took seven times its size. A repeated field becomes a list.
 */
export async function readForm(c: Context): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(c.req.header('content-type') ?? '')
  const { body } = c.req.raw
  if (!boundary) throw new ApiError(415)
  if (Number(c.req.header('content-length') ?? 0) > BODY_MAX_BYTES.multipart)
    throw new ApiError(413)
  if (!body) throw new ApiError(400)
  const fields: Record<string, unknown> = Object.create(null)
  let left = FORM_MAX.parts
  for await (const { name, filename, bytes } of partsOf(
    limited(body, BODY_MAX_BYTES.multipart),
    boundary,
  )) {
    if (left-- === 0) throw new ApiError(413)
    const value = filename === null ? await textOf(bytes) : await fileOf(bytes, filename)
    const before = fields[name]
    fields[name] =
      before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  return fields
}

async function fileOf(bytes: AsyncIterable<Uint8Array>, name: string): Promise<File> {
  const chunks: BlobPart[] = []
  for await (const chunk of bytes) chunks.push(chunk as Uint8Array<ArrayBuffer>)
  return new File(chunks, name)
}
