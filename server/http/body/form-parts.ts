import { FORM_MAX } from '#contract/shared/limits.ts'
import { ApiError } from '../api-error.ts'

/** A part of a form; `bytes` streams from the network, and must be consumed before the next part. */
export interface Part {
  name: string
  /** Null if it is not a file. */
  filename: string | null
  bytes: AsyncIterable<Uint8Array>
}

const HEAD_MAX = 8_000
const HEAD_END = Buffer.from('\r\n\r\n')
const malformed = () => new ApiError(400)

/** Streaming parser of a form (RFC 7578): memory use does not depend on the size of the parts. */
export async function* partsOf(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part> {
  const line = Buffer.from(`\r\n--${boundary}`)
  const input = scanner(body)
  await drain(input.until(line))
  for (;;) {
    const after = (await input.take(2)).toString('latin1')
    if (after === '--') return
    if (after !== '\r\n') throw malformed()
    const bytes = input.until(line)
    yield { ...headOf(await input.through(HEAD_END, HEAD_MAX)), bytes }
    await drain(bytes)
  }
}

async function drain(bytes: AsyncIterable<unknown>) {
  for await (const _ of bytes);
}

/** Splits a stream at boundaries, wherever its chunks were cut. */
function scanner(body: AsyncIterable<Uint8Array>) {
  const source = body[Symbol.asyncIterator]()
  // So that the first boundary line also follows a line break.
  let buffered: Buffer = Buffer.from('\r\n')
  async function more() {
    const { done, value } = await source.next()
    if (done) throw malformed()
    buffered = Buffer.concat([buffered, value])
  }
  return {
    /** Yields the bytes before the boundary, and consumes the boundary. */
    async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = buffered.indexOf(mark)
        // The end of the buffer may be the start of the boundary.
        const sure = at === -1 ? Math.max(0, buffered.length - mark.length + 1) : at
        const chunk = buffered.subarray(0, sure)
        buffered = buffered.subarray(at === -1 ? sure : sure + mark.length)
        if (chunk.length > 0) yield chunk
        if (at !== -1) return
        await more()
      }
    },
    async take(length: number): Promise<Buffer> {
      while (buffered.length < length) await more()
      const bytes = buffered.subarray(0, length)
      buffered = buffered.subarray(length)
      return bytes
    },
    async through(mark: Buffer, max: number): Promise<string> {
      for (;;) {
        const at = buffered.indexOf(mark)
        if (at > max || (at === -1 && buffered.length > max)) throw malformed()
        if (at !== -1) return (await this.take(at + mark.length)).toString('utf8')
        await more()
      }
    },
  }
}

function headOf(head: string): Omit<Part, 'bytes'> {
  if (head.includes('\0')) throw malformed()
  const [, disposition = ''] = head.match(/(?:^|\r\n)content-disposition:([^\r\n]*)/i) ?? []
  const name = fieldOf(disposition, 'name')
  if (!/^\s*form-data\s*;/i.test(disposition) || name === null) throw malformed()
  return { name, filename: fieldOf(disposition, 'filename') }
}

/** Browsers escape quotes and line breaks in a name. */
function fieldOf(disposition: string, field: string): string | null {
  const match = disposition.match(new RegExp(`;\\s*${field}=(?:"([^"]*)"|([^;\\s]*))`, 'i'))
  const value = match?.[1] ?? match?.[2]
  if (value === undefined) return null
  return value.replace(/%(22|0D|0A)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** The boundary that a content type names, if it is one of a form. */
export function boundaryOf(type: string): string | undefined {
  const match = type.match(
    /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i,
  )
  return match?.[1] ?? match?.[2]
}

/** Passes on a limited number of bytes; a stream that is cut off throws a 400. */
export async function* limited(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]()
  for (let left = maxBytes; ; ) {
    const { done, value } = await source.next().catch(() => {
      throw new ApiError(400)
    })
    if (done) return
    left -= value.length
    if (left < 0) throw new ApiError(413)
    yield value
  }
}

// A byte order mark is kept: without it, a text of nothing else would be an empty field, which changes nothing.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Bytes as text; a 400 for broken UTF-8, which would otherwise be stored with replacement characters. */
export function utf8Of(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw malformed()
  }
}

/** A text field, at most FORM_MAX.text bytes. */
export async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of limited(bytes, FORM_MAX.text)) chunks.push(chunk)
  return utf8Of(Buffer.concat(chunks))
}
