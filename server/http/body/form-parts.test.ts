import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partsOf, textOf } from './form-parts.ts'

interface Field {
  name: string
  value: Uint8Array<ArrayBuffer>
  isFile: boolean
}

async function* cut(bytes: Uint8Array, lengths: number[]) {
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const length = lengths[n % lengths.length]!
    yield bytes.subarray(at, at + length)
    at += length
  }
}

async function read(bytes: Uint8Array, boundary: string, lengths: number[]) {
  const formParts: { name: string; filename: string | null; value: Buffer }[] = []
  for await (const { name, filename, bytes: parts } of partsOf(cut(bytes, lengths), boundary)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of parts) chunks.push(chunk)
    formParts.push({ name, filename, value: Buffer.concat(chunks) })
  }
  return formParts
}

const boundaryIn = (response: Response) =>
  response.headers.get('content-type')!.match(/boundary=(.*)$/)![1]!

const field = fc.record({
  name: fc.constantFrom('title', 'a"b', 'あ\r\nb', 'x y', '__proto__'),
  value: fc
    .oneof(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('\r\n--', '\r\n\r\n', '--').map(utf8))
    .map((bytes) => new Uint8Array(bytes)),
  isFile: fc.boolean(),
})
function utf8(text: string) {
  return new TextEncoder().encode(text)
}

it('parser reads a standard form, however the network splits it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(field, { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
      async (fields: Field[], lengths) => {
        const form = new FormData()
        for (const { name, value, isFile } of fields)
          if (isFile) form.append(name, new File([value], 'n"あ.png'))
          else form.append(name, Buffer.from(value).toString('hex'))
        const response = new Response(form)
        const bytes = new Uint8Array(await response.clone().arrayBuffer())
        const parts = await read(bytes, boundaryIn(response), lengths)
        expect(parts).toEqual(
          fields.map(({ name, value, isFile }) => ({
            name,
            filename: isFile ? 'n"あ.png' : null,
            value: isFile ? Buffer.from(value) : Buffer.from(Buffer.from(value).toString('hex')),
          })),
        )
      },
    ),
    { numRuns: 200 },
  )
})

it('parser rejects a form that is cut off at any point', async () => {
  const form = new FormData()
  form.append('title', '夜')
  form.append('file', new File(['0123456789'], 'a.bin'))
  const response = new Response(form)
  const bytes = new Uint8Array(await response.clone().arrayBuffer())
  const boundary = boundaryIn(response)
  const end = Buffer.from(bytes).lastIndexOf('--')
  for (let length = 0; length < end + 2; length++)
    await expect(read(bytes.subarray(0, length), boundary, [7]), `${length}`).rejects.toMatchObject(
      {
        status: 400,
      },
    )
  expect(await read(bytes, boundary, [7])).toHaveLength(2)
})

it.each([
  ['a head without end', `--b\r\nx: ${'a'.repeat(20_000)}`],
  ['a part without a name', '--b\r\ncontent-disposition: form-data\r\n\r\na\r\n--b--'],
  ['a part that is no field', '--b\r\ncontent-type: text/plain\r\n\r\na\r\n--b--'],
  ['a NUL in a name', '--b\r\ncontent-disposition: form-data; name="a\0"\r\n\r\na\r\n--b--'],
  ['something behind a boundary', '--bx\r\n\r\na\r\n--b--'],
])('parser rejects %s', async (_, text) => {
  await expect(read(utf8(text), 'b', [3])).rejects.toMatchObject({ status: 400 })
})

it('text field keeps a byte order mark', async () => {
  expect(await textOf(cut(utf8('\ufeff'), [2]))).toBe('\ufeff')
})
