// Resumable uploads in chunks. The file on disk alone determines the offset.

import type { Arrived } from '#contract/shared/form.schema.ts'
import { DISK_RESERVE_BYTES } from '#contract/shared/limits.ts'
import { UPLOAD } from '#contract/threads/posting-limits.ts'
import type { Upload } from '#contract/uploads/calls.ts'
import { TOO_MANY_UPLOADS, UPLOAD_ELSEWHERE, UPLOADS_NO_ROOM } from '#contract/uploads/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { ApiError, forbidden, notFound, orNotFound, tooMany } from '#server/http/api-error.ts'
import { limited } from '#server/http/body/form-parts.ts'
import { isoNow } from '#server/ports/clock.ts'
import { pendingPath } from '#server/ports/media.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { latestAlone, until } from './alone.ts'
import * as query from './queries.ts'

const RETRY_S = 60
/** An upload without a byte for this long is lost: its client never got the id, and began another one. */
const UNSTARTED_MS = 30_000

const own = async (deps: Deps, viewer: Viewer, id: string) =>
  orNotFound(await query.find(deps.db, viewer.id, id))

const reached = async ({ media }: Deps, id: string) => (await media.size(pendingPath(id))) ?? 0

const present = async (deps: Deps, { id, size }: Schema['upload']): Promise<Upload> => ({
  id,
  size,
  offset: await reached(deps, id),
})

async function listUnstarted(deps: Deps, viewer: Viewer): Promise<string[]> {
  const before = new Date(deps.clock.now().getTime() - UNSTARTED_MS).toISOString()
  const ids: string[] = []
  for (const { id } of await query.listWithoutChunk(deps.db, viewer.id, before))
    if ((await reached(deps, id)) === 0) ids.push(id)
  return ids
}

/** Inserts an upload; false if the user's uploads in progress are too many or too large. */
const begin = ({ db }: Deps, row: Schema['upload']) =>
  transact(db, async (tx) => {
    await query.lockUser(tx, row.user_id)
    const { files, bytes } = await query.sumOf(tx, row.user_id)
    if (files >= UPLOAD.atOnce || bytes + row.size > UPLOAD.bytesOfOne) return false
    await query.insert(tx, row)
    return true
  })

export async function start(deps: Deps, viewer: Viewer, size: number): Promise<Upload> {
  const { db, media } = deps
  if (!(await query.mayPostSomewhere(db, viewer.id))) throw forbidden()
  if ((await media.free()) - size < DISK_RESERVE_BYTES)
    throw new ApiError(503, UPLOADS_NO_ROOM, { retryAfter: RETRY_S })
  const at = isoNow(deps)
  const row = { id: deps.newId(), user_id: viewer.id, size, created_at: at, touched_at: at }
  if (!(await begin(deps, row))) {
    await query.removeUnstarted(db, await listUnstarted(deps, viewer))
    if (!(await begin(deps, row))) throw tooMany(RETRY_S, TOO_MANY_UPLOADS)
  }
  return { id: row.id, size, offset: 0 }
}

export const get = async (deps: Deps, viewer: Viewer, id: string) =>
  present(deps, await own(deps, viewer, id))

/** A new connection replaces a dead one of the same upload. */
export async function append(
  deps: Deps,
  viewer: Viewer,
  id: string,
  offset: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Upload> {
  const { db, media } = deps
  const row = await own(deps, viewer, id)
  return latestAlone(id, async (signal) => {
    if ((await reached(deps, id)) !== offset) throw new ApiError(409, UPLOAD_ELSEWHERE)
    await query.touch(db, id, isoNow(deps))
    const coming = until(signal, limited(bytes, row.size - offset))
    await media.append(pendingPath(id), offset, coming)
    // The upload may have been removed meanwhile: nothing would delete this file later.
    if (!(await query.find(db, viewer.id, id))) {
      await media.remove(pendingPath(id))
      throw notFound()
    }
    return present(deps, row)
  })
}

export async function drop(deps: Deps, viewer: Viewer, id: string) {
  await own(deps, viewer, id)
  await deps.media.remove(pendingPath(id))
  await query.remove(deps.db, [id])
}

/** A completed upload; null if there is none. */
export async function findComplete(
  deps: Deps,
  viewer: Viewer,
  id: string,
): Promise<Arrived | null> {
  const row = await query.find(deps.db, viewer.id, id)
  if (!row || (await reached(deps, id)) !== row.size) return null
  return { path: pendingPath(id), size: row.size }
}
