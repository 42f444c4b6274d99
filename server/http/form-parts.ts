import { Refusal } from './refusal.ts'

/** One field of a form; `bytes` comes from the network as it is read, and is read before the next part. */
export interface Part {
  name: string
  /** Null where it is no file. */
  filename: string | null
  bytes: AsyncIterable<Uint8Array>
}

const HEAD_MAX = 8_000
const HEAD_END = Buffer.from('\r\n\r\n')
const malformed = () => new Refusal(400)

/** The parts of a form (RFC 7578) as they arrive, however large: no more than a piece of one is ever in memory. */
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

/** Reads a stream up to marks, wherever its pieces were cut. */
function scanner(body: AsyncIterable<Uint8Array>) {
  const source = body[Symbol.asyncIterator]()
  // The first line is not behind another one.
  let held: Buffer = Buffer.from('\r\n')
  async function more() {
    const { done, value } = await source.next()
    if (done) throw malformed()
    held = Buffer.concat([held, value])
  }
  return {
    /** What comes before the mark, in pieces; the mark itself is gone then. */
    async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = held.indexOf(mark)
        // The end of what is held may be the beginning of the mark.
        const sure = at === -1 ? Math.max(0, held.length - mark.length + 1) : at
        const piece = held.subarray(0, sure)
        held = held.subarray(at === -1 ? sure : sure + mark.length)
        if (piece.length > 0) yield piece
        if (at !== -1) return
        await more()
      }
    },
    async take(length: number): Promise<Buffer> {
      while (held.length < length) await more()
      const taken = held.subarray(0, length)
      held = held.subarray(length)
      return taken
    },
    async through(mark: Buffer, most: number): Promise<string> {
      for (;;) {
        const at = held.indexOf(mark)
        if (at > most || (at === -1 && held.length > most)) throw malformed()
        if (at !== -1) return (await this.take(at + mark.length)).toString('utf8')
        await more()
      }
    },
  }
}

function headOf(head: string): Omit<Part, 'bytes'> {
  if (head.includes('\0')) throw malformed()
  const [, said = ''] = head.match(/(?:^|\r\n)content-disposition:([^\r\n]*)/i) ?? []
  const name = fieldOf(said, 'name')
  if (!/^\s*form-data\s*;/i.test(said) || name === null) throw malformed()
  return { name, filename: fieldOf(said, 'filename') }
}

/** Quotes and line ends stand escaped in a name, as browsers have it. */
function fieldOf(said: string, field: string): string | null {
  const found = said.match(new RegExp(`;\\s*${field}=(?:"([^"]*)"|([^;\\s]*))`, 'i'))
  const value = found?.[1] ?? found?.[2]
  if (value === undefined) return null
  return value.replace(/%(22|0D|0A)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
