// Threads of owners and moderators: create, change, delete.

import { ROOM_MEDIA_BYTES, THREAD_POSTS } from '#contract/threads/limits.ts'
import { IMAGES_TOO_MANY, TOO_MANY_THREADS, VIDEO_ALONE } from '#contract/threads/messages.ts'
import { THREAD_MAX } from '#contract/threads/posting-limits.ts'
import type { ThreadChanging, ThreadFiles, ThreadWriting } from '#contract/threads/shapes.ts'
import { ROOM_MEDIA_FULL } from '#contract/uploads/messages.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { mayModerate, mayPost } from '#server/features/rooms/policy.ts'
import { lockRoom } from '#server/features/rooms/queries.ts'
import { postRoomNews } from '#server/features/rooms/room-news.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { forbidden, invalid, orNotFound } from '#server/http/api-error.ts'
import {
  claimFiles,
  deleteOrphansAfter,
  markOrphaned,
  tryDeleteOrphans,
} from '#server/media/orphans.ts'
import { isoNow } from '#server/ports/clock.ts'
import { pendingPath } from '#server/ports/media.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { type Attached, POSTED, type StoredMedia, take } from './attachments.ts'
import { mayDelete, threadRights } from './policy.ts'
import { getThread, type OneThread } from './service.ts'
import * as query from './write-queries.ts'

type Row = Schema['thread_media']

/** The locked room, and the thread in it. */
async function hold(tx: Tx, viewer: Viewer, { roomid, threadid }: OneThread) {
  const { id } = await getVisibleRoom(tx, viewer, roomid)
  await lockRoom(tx, id)
  const room = await getVisibleRoom(tx, viewer, roomid)
  const thread = orNotFound(await query.lockThread(tx, room.id, threadid))
  return { room, thread, isAuthor: thread.author_id === viewer.id }
}

/** Marks files without a thread as orphaned; returns their paths. */
async function letGo(deps: Deps, tx: Tx, before: Row[], after: Pick<Row, Place>[]) {
  const stays = new Set(after.flatMap(pathsOf))
  const storedPaths = before.flatMap(pathsOf).filter((path) => path.startsWith(POSTED))
  const paths = storedPaths.filter((path) => !stays.has(path))
  await markOrphaned(tx, paths, isoNow(deps))
  return paths
}

/** Replaces the media rows of a thread, and claims the stored files. Returns the paths of orphaned ones. */
async function saveMedia(
  deps: Deps,
  tx: Tx,
  { roomId, id, before }: { roomId: string; id: string; before: Row[] },
  attached: Attached,
): Promise<string[]> {
  const rows = mediaAfter(before, attached)
  await query.replaceMedia(
    tx,
    id,
    rows.map((row) => ({ ...row, id: deps.newId(), thread_id: id })),
  )
  if ((await query.bytesOfRoom(tx, roomId)) > ROOM_MEDIA_BYTES)
    throw invalid({ error: [ROOM_MEDIA_FULL] })
  await claimFiles(tx, attached.paths)
  await query.usedUp(tx, attached.uploads)
  const used = attached.uploads.map(pendingPath)
  await markOrphaned(tx, used, isoNow(deps))
  return [...(await letGo(deps, tx, before, rows)), ...used]
}

/** Runs `work` with the files of a form; deletes files that no thread uses in the end. */
async function withFiles(
  deps: Deps,
  viewer: Viewer,
  input: ThreadFiles,
  work: (tx: Tx, attached: Attached) => Promise<string[]>,
) {
  const attached = await take(deps, viewer, input)
  const orphanedPaths = await transact(deps.db, (tx) => work(tx, attached)).catch(
    async (error: unknown) => {
      await deleteOrphansAfter(deps, error, attached.paths)
      throw error
    },
  )
  await tryDeleteOrphans(deps, orphanedPaths)
}

/** The thread as the writer sees it, read after the write. */
const getWritten = (deps: Deps, viewer: Viewer, params: OneThread) =>
  getThread({ ...deps, read: deps.db }, viewer, params)

export async function create(
  deps: Deps,
  viewer: Viewer,
  roomid: string,
  read: () => Promise<ThreadWriting>,
) {
  const before = await getVisibleRoom(deps.db, viewer, roomid)
  if (!mayPost(before.who)) throw forbidden()
  deps.throttles.own('threads', THREAD_POSTS).count(viewer.id, TOO_MANY_THREADS)
  const input = await read()
  assertAttachments([], input)
  await deps.words.assertAllowed({ title: input.title, text: input.text })
  const id = deps.newId()
  await withFiles(deps, viewer, input, async (tx, attached) => {
    await lockRoom(tx, before.id)
    const room = await getVisibleRoom(tx, viewer, roomid)
    if (!mayPost(room.who)) throw forbidden()
    const { title, text } = input
    await query.insertThread(tx, {
      ...{ id, room_id: room.id, author_id: viewer.id, title, text },
      ...{
        pinned: 0,
        is_previewed: input.is_previewed ?? 0,
        comments: 0,
        reactions: 0,
        hidden_by: null,
      },
      ...{ created_at: isoNow(deps), updated_at: isoNow(deps) },
    })
    const thread = { roomId: room.id, id, before: [] }
    const orphanedPaths = await saveMedia(deps, tx, thread, attached)
    await query.markPosted(tx, room.id, isoNow(deps))
    const about = { roomId: room.id, room: room.name, roomTitle: room.title, threadId: id, title }
    const notification = { notice: 'newThread', ...about } as const
    await postRoomNews(deps, tx, {
      roomId: room.id,
      by: viewer.id,
      about: id,
      notice: notification,
    })
    return orphanedPaths
  })
  return getWritten(deps, viewer, { roomid, threadid: id })
}

export async function change(
  deps: Deps,
  viewer: Viewer,
  params: OneThread,
  read: () => Promise<ThreadChanging>,
) {
  const seen = await getWritten(deps, viewer, params)
  if (!seen.can.edit) throw forbidden()
  const input = await read()
  await deps.words.assertAllowed({ title: input.title, text: input.text })
  await withFiles(deps, viewer, input, async (tx, attached) => {
    const { room, thread, isAuthor } = await hold(tx, viewer, params)
    if (!threadRights(room.who, isAuthor).edit) throw forbidden()
    const before = await query.mediaOf(tx, thread.id)
    assertAttachments(before, input)
    const { title = thread.title, text = thread.text } = input
    const { is_previewed = thread.is_previewed } = input
    const texts = { title, text, is_previewed }
    await query.updateThread(tx, thread.id, { ...texts, updated_at: isoNow(deps) })
    return saveMedia(deps, tx, { roomId: room.id, id: thread.id, before }, attached)
  })
  return getWritten(deps, viewer, params)
}

export async function remove(deps: Deps, viewer: Viewer, params: OneThread) {
  const orphanedPaths = await transact(deps.db, async (tx) => {
    const { room, thread, isAuthor } = await hold(tx, viewer, params)
    if (!mayDelete(room.who, isAuthor)) throw forbidden()
    const paths = await letGo(deps, tx, await query.mediaOf(tx, thread.id), [])
    await query.deleteThread(tx, thread.id)
    return paths
  })
  await tryDeleteOrphans(deps, orphanedPaths)
}

export async function pin(deps: Deps, viewer: Viewer, params: OneThread, pinned: boolean) {
  await transact(deps.db, async (tx) => {
    const { room, thread } = await hold(tx, viewer, params)
    if (!mayModerate(room.who)) throw forbidden()
    await query.updateThread(tx, thread.id, { pinned: pinned ? 1 : 0 })
  })
  return getWritten(deps, viewer, params)
}

type Place = 'path' | 'small_path' | 'thumbnail_path'
const pathsOf = ({ path, small_path, thumbnail_path }: Pick<Row, Place>): string[] =>
  [path, small_path, thumbnail_path].filter((one) => one !== null)

/** Refuses impossible combinations before any file is inspected. */
function assertAttachments(before: Row[], input: ThreadFiles) {
  const has = (kind: Row['kind']) => before.some((row) => row.kind === kind)
  const after = (file: unknown, had: boolean) => (file === undefined ? had : file !== '')
  const images = before.filter(({ kind }) => kind === 'image')
  const slots = [input.imageid_1, input.imageid_2, input.imageid_3]
  const hasImages = slots.some((slot, at) => after(slot, images[at] !== undefined))
  const hasOthers = hasImages || after(input.audio, has('audio'))
  if (input.imageid_4) throw invalid({ error: [IMAGES_TOO_MANY] })
  if (after(input.video, has('video')) && hasOthers) throw invalid({ video: [VIDEO_ALONE] })
}

/** Media after a change; images after a removed one move up. */
function mediaAfter(before: Row[], { images, audio, video, thumbnail }: Attached) {
  const kindOf = (kind: Row['kind']) => before.filter((row) => row.kind === kind)
  const slots = kindOf('image')
  const pictures = Array.from({ length: THREAD_MAX.images }, (_, at) =>
    images[at] === undefined ? slots[at] : images[at],
  )
  const sound = audio === undefined ? kindOf('audio')[0] : audio
  const film = video === undefined ? kindOf('video')[0] : video
  const shown = film && thumbnail ? { ...film, thumbnail_path: thumbnail } : film
  const numbered = (rows: (StoredMedia | null | undefined)[]) =>
    rows.filter((row) => row != null).map((row, position) => ({ ...row, position }))
  return [...numbered(pictures), ...numbered([sound]), ...numbered([shown])]
}
