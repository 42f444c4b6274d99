// Conversion of uploaded films and sounds that not every browser can play, in the background.

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { CONVERSION, THREAD_MAX } from '#contract/threads/posting-limits.ts'
import type { Conversion } from '#contract/uploads/calls.ts'
import { UNFIT, UPLOAD_UNFINISHED } from '#contract/uploads/messages.ts'
import { enqueue, type Handler } from '#server/db/outbox.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { invalid, orNotFound } from '#server/http/api-error.ts'
import { durationOf, inspectFilm, inspectSound } from '#server/media/films/repack.ts'
import { markOrphaned } from '#server/media/orphans.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { FilmKind } from '#server/ports/films.ts'
import { pendingPath } from '#server/ports/media.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as conversions from './conversion-queries.ts'
import * as query from './queries.ts'
import { findComplete } from './service.ts'

/** Outbox topic of a conversion. */
export const CONVERT = 'upload.convert'
const ConvertWork = z.object({ upload: z.string() })
/** Starts of one conversion: a process may be restarted meanwhile, or killed by the file. */
const STARTS_MAX = 5
/** A conversion whose progress no client has requested for this long is given up, as others wait for it. */
const ASKED_MS = 10 * 60_000
/** Interval at which the progress is stored. */
const PROGRESS_MS = 2_000
const BYTES_MAX = { audio: THREAD_MAX.audioBytes, video: THREAD_MAX.videoBytes }

type Row = Schema['conversion']

/** Another upload, with a converted file or a picture out of it. */
interface Stored {
  id: string
  size: number
}
interface Converted {
  result: Stored
  thumbnail: Stored | null
}

const inspectors = { audio: inspectSound, video: inspectFilm }

const present = ({ state, percent, result_id, thumbnail_id }: Row): Conversion => ({
  state: state === 'queued' ? 'waiting' : state,
  percent,
  upload_id: result_id,
  thumbnail_id,
})

/** Whether a complete upload can be posted; otherwise its conversion begins. */
export async function request(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { kind, with_thumbnail = false }: { kind: FilmKind; with_thumbnail?: boolean | undefined },
): Promise<Conversion> {
  const known = await conversions.find(deps.db, viewer.id, id)
  if (known) return present(known)
  orNotFound(await query.find(deps.db, viewer.id, id))
  const file = await findComplete(deps, viewer, id)
  if (!file) throw invalid({ [kind]: [UPLOAD_UNFINISHED] })
  const inspected = await inspectors[kind](deps.media, file)
  const isPlayable = typeof inspected !== 'string'
  const canConvert = (await deps.converter()) !== null
  if (isPlayable && !(with_thumbnail && canConvert))
    return { state: 'ready', percent: 100, upload_id: id, thumbnail_id: null }
  if (!isPlayable && (inspected === 'unreadable' || !canConvert))
    throw invalid({ [kind]: [UNFIT[kind][inspected]] })
  return transact(deps.db, async (tx) => {
    await query.lockUser(tx, viewer.id)
    const at = isoNow(deps)
    await conversions.insert(tx, {
      ...{ upload_id: id, user_id: viewer.id, kind, state: 'waiting', percent: 0 },
      ...{ result_id: null, thumbnail_id: null, created_at: at, touched_at: at },
    })
    await queueNext(deps, tx, viewer.id)
    return present(orNotFound(await conversions.find(tx, viewer.id, id)))
  })
}

/** The progress. Asking for it keeps the upload. */
export async function get(deps: Deps, viewer: Viewer, id: string): Promise<Conversion> {
  const row = orNotFound(await conversions.find(deps.db, viewer.id, id))
  const touched_at = isoNow(deps)
  await conversions.update(deps.db, id, { touched_at })
  for (const upload of [id, row.result_id, row.thumbnail_id])
    if (upload !== null) await query.touch(deps.db, upload, touched_at)
  return present(row)
}

/**
 * Hands the person's oldest waiting conversion to the workers, one at a time: whoever sends many files waits behind
 * those who send one.
 */
async function queueNext(deps: Deps, tx: Tx, userId: string) {
  if (await conversions.hasQueued(tx, userId)) return
  const next = await conversions.findOldestWaiting(tx, userId)
  if (!next) return
  await conversions.update(tx, next.upload_id, { state: 'queued' })
  const payload = { upload: next.upload_id }
  await enqueue(deps, tx, { topic: CONVERT, key: `${CONVERT}:${next.upload_id}`, payload })
}

/** Deletes the conversion of an upload that is given up, and begins the person's next one. */
export const giveUp = (deps: Deps, userId: string, id: string) =>
  transact(deps.db, async (tx) => {
    await query.lockUser(tx, userId)
    await conversions.remove(tx, userId, id)
    await queueNext(deps, tx, userId)
  })

export const handle = async (
  deps: Deps,
  payload: unknown,
  { attempt, signal }: Parameters<Handler>[1],
) => {
  const { upload } = ConvertWork.parse(payload)
  const row = await conversions.findQueued(deps.db, upload)
  if (!row) return
  const isUseless = attempt > STARTS_MAX || isGivenUp(deps, row)
  const converted = isUseless ? null : await convert(deps, row, signal)
  await settle(deps, row, converted)
}

/** Converts the file in a folder of this machine; null if that is impossible. */
async function convert(deps: Deps, row: Row, signal: AbortSignal): Promise<Converted | null> {
  const converter = await deps.converter()
  if (!converter || !(await conversions.update(deps.db, row.upload_id, { state: 'running' })))
    return null
  const folder = await mkdtemp(join(tmpdir(), 'room-conversion-'))
  const [from, to, still] = ['from', 'to.mp4', 'still.jpg'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const progress = progressOf(deps, row)
  const either = AbortSignal.any([signal, progress.gone])
  try {
    const size = await download(deps, row, from)
    if (size === null) return null
    const { kind } = row
    const inspected = await inspectors[kind](deps.media, { path: pendingPath(row.upload_id), size })
    const isPlayable = typeof inspected !== 'string'
    const seconds = await durationOf(from)
    if (seconds === null || seconds > CONVERSION.seconds) return null
    const { onProgress } = progress
    const bytesMax = BYTES_MAX[kind]
    const work = { kind, isPlayable, seconds, bytesMax, signal: either, onProgress }
    if (!(await converter.convert({ ...work, from, to, still }))) return null
    // At the limit it was cut off.
    if ((await stat(to)).size >= bytesMax) return null
    const thumbnail = kind === 'video' ? await store(deps, still) : null
    return { result: await store(deps, to), thumbnail }
  } catch (error) {
    if (progress.gone.aborted) return null // The upload was given up.
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether no client has requested its progress for long: its author has left the editor. */
const isGivenUp = ({ clock }: Deps, { touched_at }: Row) =>
  clock.now().getTime() - Date.parse(touched_at) > ASKED_MS

/** Stores the progress now and then; `gone` aborts when the conversion was given up. */
function progressOf(deps: Deps, { upload_id }: Row) {
  const gone = new AbortController()
  let stored = 0 // In milliseconds of the server's clock.
  const write = async (percent: number) => {
    await conversions.update(deps.db, upload_id, { percent })
    const row = await conversions.findQueued(deps.db, upload_id)
    if (!row || isGivenUp(deps, row)) gone.abort()
  }
  return {
    gone: gone.signal,
    onProgress(percent: number) {
      const now = deps.clock.now().getTime()
      if (now - stored < PROGRESS_MS) return
      stored = now
      // A failed write leaves an older figure.
      write(percent).catch((error: unknown) => deps.log.warn({ error: String(error) }, 'progress'))
    },
  }
}

/** Returns the size in bytes; null if the upload was deleted meanwhile. */
async function download({ media }: Deps, { upload_id }: Row, to: string): Promise<number | null> {
  const path = pendingPath(upload_id)
  const size = await media.size(path)
  const bytes = size === null ? null : await media.stream(path, 0, size)
  if (bytes) await pipeline(Readable.fromWeb(bytes as never), createWriteStream(to))
  return bytes && size
}

async function store(deps: Deps, path: string): Promise<Stored> {
  const id = deps.newId()
  await deps.media.append(pendingPath(id), 0, createReadStream(path))
  return { id, size: (await stat(path)).size }
}

/** Stores the result, and begins the person's next conversion. The original is deleted with its upload. */
const settle = (deps: Deps, { upload_id, user_id }: Row, converted: Converted | null) =>
  transact(deps.db, async (tx) => {
    await query.lockUser(tx, user_id)
    const at = isoNow(deps)
    const stored = [converted?.result, converted?.thumbnail].filter((one) => one != null)
    const isWanted = await conversions.update(tx, upload_id, {
      ...{ state: converted ? 'ready' : 'failed', percent: converted ? 100 : 0, touched_at: at },
      ...{ result_id: converted?.result.id ?? null },
      ...{ thumbnail_id: converted?.thumbnail?.id ?? null },
    })
    const unused = isWanted ? [] : stored
    if (isWanted)
      for (const { id, size } of stored)
        await query.insert(tx, { id, user_id, size, created_at: at, touched_at: at })
    await query.remove(tx, [upload_id])
    await markOrphaned(tx, [upload_id, ...unused.map(({ id }) => id)].map(pendingPath), at)
    await queueNext(deps, tx, user_id)
  })
