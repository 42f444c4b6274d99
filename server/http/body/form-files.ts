import type { Context } from 'hono'
import type { Call } from '#contract/http/endpoint.ts'
import type { Arrived } from '#contract/shared/form.schema.ts'
import { DISK_RESERVE_BYTES, FORM_MAX } from '#contract/shared/limits.ts'
import { UPLOADS_NO_ROOM } from '#contract/uploads/messages.ts'
import { isoNow } from '#server/ports/clock.ts'
import { pendingPath } from '#server/ports/media.ts'
import type { Deps } from '#server/process/deps.ts'
import { deleteOrphansAfter, markOrphaned, tryDeleteOrphans } from '../../media/orphans.ts'
import { ApiError } from '../api-error.ts'
import { boundaryOf, limited, type Part, partsOf, textOf } from './form-parts.ts'

/** Kinds of calls whose body is a form. */
export const isForm = (kind: Call['kind']) => kind === 'multipart' || kind === 'files'

type FileDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'media'>
const RETRY_S = 60

/**
 * Streams the files of a form, of at most `maxBytes` in all, to the media store. `clear`, or `clearAfter` a failure,
 * deletes files that were not claimed.
 */
export class FormFiles {
  readonly #deps: FileDeps
  readonly #c: Context
  readonly #maxBytes: number
  readonly #paths: string[] = []
  /** Bytes as declared; 0 for a form without a declared length. */
  readonly #length

  constructor(deps: FileDeps, c: Context, maxBytes: number) {
    this.#deps = deps
    this.#c = c
    this.#maxBytes = maxBytes
    this.#length = Number(c.req.header('content-length') ?? 0)
  }

  async #store(bytes: AsyncIterable<Uint8Array>): Promise<Arrived> {
    if ((await this.#deps.media.free()) - this.#length < DISK_RESERVE_BYTES)
      throw new ApiError(503, UPLOADS_NO_ROOM, { retryAfter: RETRY_S })
    const path = pendingPath(this.#deps.newId())
    const created_at = isoNow(this.#deps)
    // Before the first byte, so that a file is known as orphaned even after a power cut.
    await markOrphaned(this.#deps.db, [path], created_at)
    this.#paths.push(path)
    await this.#deps.media.append(path, 0, bytes)
    return { path, size: (await this.#deps.media.size(path)) ?? 0 }
  }

  async #fieldOf({ filename, bytes }: Part): Promise<string | Arrived | null> {
    if (filename === null) return textOf(bytes)
    // An empty file field.
    return filename === '' ? null : this.#store(bytes)
  }

  async read(): Promise<Record<string, unknown>> {
    const { body } = this.#c.req.raw
    const boundary = boundaryOf(this.#c.req.header('content-type') ?? '')
    if (!boundary) throw new ApiError(415)
    if (this.#length > this.#maxBytes) throw new ApiError(413)
    if (!body) throw new ApiError(400)
    const fields = new Map<string, unknown>()
    let left = FORM_MAX.parts
    for await (const part of partsOf(limited(body, this.#maxBytes), boundary)) {
      if (left-- === 0) throw new ApiError(413)
      const value = await this.#fieldOf(part)
      // A repeated field becomes a list, which no schema of ours accepts.
      if (value !== null) fields.set(part.name, fields.has(part.name) ? [] : value)
    }
    return Object.fromEntries(fields)
  }

  clear() {
    return tryDeleteOrphans(this.#deps, this.#paths)
  }

  clearAfter(error: unknown) {
    return deleteOrphansAfter(this.#deps, error, this.#paths)
  }
}
