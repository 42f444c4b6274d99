import { describe, expect, it } from 'vitest'
import { type Caller, RequestError } from '#contract/http/caller.ts'
import { uploads } from '#contract/uploads/calls.ts'
import { uploadFile } from './upload.ts'

/** Answers calls of an upload like the server; `forgets`: deletes it before that many chunks. */
function server(forgets: number) {
  let started = 0
  let left = forgets
  const offsets = new Map<string, number>()
  const call = (async (endpoint: unknown, { params, body }: Input) => {
    if (endpoint === uploads.startUpload) {
      const id = `upload-${++started}`
      offsets.set(id, 0)
      return { id, offset: 0 }
    }
    const { id } = params!
    if (endpoint === uploads.sendPiece && left-- > 0) offsets.delete(id)
    const offset = offsets.get(id)
    if (offset === undefined) throw new RequestError(404)
    offsets.set(id, offset + (body as Blob).size)
    return { id, offset: offsets.get(id)! }
  }) as unknown as Caller
  return { call, offsets, started: () => started }
}
interface Input {
  params?: { id: string }
  body: unknown
}
const file = new Blob([new Uint8Array(3_000_000)])
const watch = { signal: new AbortController().signal, onProgress: () => {} }

describe('upload', () => {
  it('starts anew if the server has forgotten it', async () => {
    const { call, offsets } = server(1)
    const id = await uploadFile(call, file, watch)
    expect([...offsets]).toEqual([[id, file.size]])
  })

  it('ends with the error if the server forgets it again and again', async () => {
    const { call, started } = server(100)
    await expect(uploadFile(call, file, watch)).rejects.toMatchObject({ status: 404 })
    expect(started()).toBe(4)
  })
})
