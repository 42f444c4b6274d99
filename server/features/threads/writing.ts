import { ROOM_MEDIA_BYTES, THREAD_POSTS } from '#contract/threads/limits.ts'
import { IMAGES_TOO_MANY, TOO_MANY_THREADS, VIDEO_ALONE } from '#contract/threads/messages.ts'
import { THREAD_MAX } from '#contract/threads/posting-limits.ts'
import type { ThreadChanging, ThreadFiles, ThreadWriting } from '#contract/threads/shapes.ts'
import { ROOM_MEDIA_FULL } from '#contract/uploads/messages.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { postRoomNews } from '#server/features/rooms/news.ts'
import { mayModerate, mayPost } from '#server/features/rooms/policy.ts'
import { lockRoom } from '#server/features/rooms/queries.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { uploadsService } from '#server/features/uploads/service.ts'
import { forbidden, invalid, notFound } from '#server/http/api-error.ts'
import { createThrottle } from '#server/http/throttle.ts'
import { claimFiles, deleteOrphansAfter, markOrphaned } from '#server/media/orphans.ts'
import { pendingPath } from '#server/ports/media.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { type Attached, attachments, POSTED, type StoredMedia } from './attachments.ts'
import { mayDelete, threadRights } from './policy.ts'
import { getThread, type OneThread } from './service.ts'
import * as query from './write-queries.ts'

type Row = Schema['thread_media']

/** Threads of owners and moderators: create, change, delete. */
export function threadWriting(deps: Deps) {
  const { db, clock, newId, words: bannedWords } = deps
  const files = attachments(deps, uploadsService(deps))
  const posts = createThrottle(clock, THREAD_POSTS, deps.config.rateLimits)
  const now = () => clock.now().toISOString()

  /** The locked room, and the thread in it. */
  async function hold(tx: Tx, viewer: Viewer, { roomid, threadid }: OneThread) {
    const { id } = await getVisibleRoom(tx, viewer, roomid)
    await lockRoom(tx, id)
    const room = await getVisibleRoom(tx, viewer, roomid)
    const thread = await query.lockThread(tx, room.id, threadid)
    if (!thread) throw notFound()
    return { room, thread, isAuthor: thread.author_id === viewer.id }
  }

  /** Marks files without a thread as orphaned; returns their paths. */
  async function letGo(tx: Tx, before: Row[], after: Pick<Row, Place>[]) {
    const stays = new Set(after.flatMap(pathsOf))
    const storedPaths = before.flatMap(pathsOf).filter((path) => path.startsWith(POSTED))
    const paths = storedPaths.filter((path) => !stays.has(path))
    await markOrphaned(tx, paths, now())
    return paths
  }

  /** Replaces the media rows of a thread, and claims the stored files. */
  async function saveMedia(tx: Tx, roomId: string, id: string, before: Row[], attached: Attached) {
    const rows = mediaAfter(before, attached)
    await query.replaceMedia(
      tx,
      id,
      rows.map((row) => ({ ...row, id: newId(), thread_id: id })),
    )
    if ((await query.bytesOfRoom(tx, roomId)) > ROOM_MEDIA_BYTES)
      throw invalid({ error: [ROOM_MEDIA_FULL] })
    await claimFiles(tx, attached.paths)
    await query.usedUp(tx, attached.uploads)
    const used = attached.uploads.map(pendingPath)
    await markOrphaned(tx, used, now())
    return [...(await letGo(tx, before, rows)), ...used]
  }

  /** Runs `work` with the files of a form; deletes files that no thread uses in the end. */
  async function withFiles(
    viewer: Viewer,
    input: ThreadFiles,
    work: (attached: Attached) => Promise<string[]>,
  ) {
    const attached = await files.take(viewer, input)
    const orphanedPaths = await work(attached).catch(async (error: unknown) => {
      await deleteOrphansAfter(deps, error, attached.paths)
      throw error
    })
    await files.drop(orphanedPaths)
  }

  return {
    async create(viewer: Viewer, roomid: string, read: () => Promise<ThreadWriting>) {
      const before = await getVisibleRoom(db, viewer, roomid)
      if (!mayPost(before.who)) throw forbidden()
      posts.count(viewer.id, TOO_MANY_THREADS)
      const input = await read()
      assertAttachments([], input)
      await bannedWords.assertAllowed({ title: input.title, text: input.text })
      const id = newId()
      const post = async (tx: Tx, attached: Attached) => {
        await lockRoom(tx, before.id)
        const room = await getVisibleRoom(tx, viewer, roomid)
        if (!mayPost(room.who)) throw forbidden()
        const { title, text } = input
        await query.insertThread(tx, {
          ...{ id, room_id: room.id, author_id: viewer.id, title, text },
          ...{ pinned: 0, comments: 0, reactions: 0, hidden_by: null },
          ...{ created_at: now(), updated_at: now() },
        })
        const orphanedPaths = await saveMedia(tx, room.id, id, [], attached)
        await query.markPosted(tx, room.id, now())
        const about = { room: room.name, roomTitle: room.title, threadId: id, title }
        const notification = { notice: 'newThread', ...about } as const
        await postRoomNews(deps, tx, {
          roomId: room.id,
          by: viewer.id,
          about: id,
          notice: notification,
        })
        return orphanedPaths
      }
      await withFiles(viewer, input, (attached) => transact(db, (tx) => post(tx, attached)))
      return getThread({ ...deps, read: db }, viewer, { roomid, threadid: id })
    },

    async change(viewer: Viewer, params: OneThread, read: () => Promise<ThreadChanging>) {
      const seen = await getThread({ ...deps, read: db }, viewer, params)
      if (!seen.can.edit) throw forbidden()
      const input = await read()
      await bannedWords.assertAllowed({ title: input.title, text: input.text })
      const change = async (tx: Tx, attached: Attached) => {
        const { room, thread, isAuthor } = await hold(tx, viewer, params)
        if (!threadRights(room.who, isAuthor).edit) throw forbidden()
        const before = await query.mediaOf(tx, thread.id)
        assertAttachments(before, input)
        const { title = thread.title, text = thread.text } = input
        await query.updateThread(tx, thread.id, { title, text, updated_at: now() })
        return saveMedia(tx, room.id, thread.id, before, attached)
      }
      await withFiles(viewer, input, (attached) => transact(db, (tx) => change(tx, attached)))
      return getThread({ ...deps, read: db }, viewer, params)
    },

    async remove(viewer: Viewer, params: OneThread) {
      const orphanedPaths = await transact(db, async (tx) => {
        const { room, thread, isAuthor } = await hold(tx, viewer, params)
        if (!mayDelete(room.who, isAuthor)) throw forbidden()
        const paths = await letGo(tx, await query.mediaOf(tx, thread.id), [])
        await query.deleteThread(tx, thread.id)
        return paths
      })
      await files.drop(orphanedPaths)
    },

    async pin(viewer: Viewer, params: OneThread, pinned: boolean) {
      await transact(db, async (tx) => {
        const { room, thread } = await hold(tx, viewer, params)
        if (!mayModerate(room.who)) throw forbidden()
        await query.updateThread(tx, thread.id, { pinned: pinned ? 1 : 0 })
      })
      return getThread({ ...deps, read: db }, viewer, params)
    },
  }
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
