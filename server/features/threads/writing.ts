import { ROOM_MEDIA_BYTES, THREAD_POSTS } from '#contract/limits.ts'
import {
  IMAGES_TOO_MANY,
  ROOM_MEDIA_FULL,
  TOO_MANY_THREADS,
  VIDEO_ALONE,
} from '#contract/messages.ts'
import { THREAD_MAX } from '#contract/posting-limits.ts'
import type { ThreadChanging, ThreadFiles, ThreadWriting } from '#contract/threads.schema.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { postRoomNews } from '#server/features/rooms/news.ts'
import { mayModerate, mayPost } from '#server/features/rooms/policy.ts'
import { lockRoom } from '#server/features/rooms/queries.ts'
import { seeRoom } from '#server/features/rooms/service.ts'
import { uploadsService } from '#server/features/uploads/service.ts'
import { forbidden, invalid, notFound } from '#server/http/refusal.ts'
import { createThrottle } from '#server/http/throttle.ts'
import { claimFiles, deleteOrphansAfter, markOrphaned } from '#server/media/orphans.ts'
import { arrivingAt } from '#server/ports/media.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { type Attached, attachments, type Kept, POSTED } from './attachments.ts'
import { mayDelete, threadRights } from './policy.ts'
import { type OneThread, threadsService } from './service.ts'
import * as query from './write-queries.ts'

type Row = Schema['thread_media']

/** Owners and moderators post threads, and change what is theirs. */
export function threadWriting(deps: Deps) {
  const { db, clock, newId, words } = deps
  const files = attachments(deps, uploadsService(deps))
  const posts = createThrottle(clock, THREAD_POSTS, deps.config.rateLimits)
  const { get } = threadsService({ ...deps, read: db })
  const now = () => clock.now().toISOString()

  /** The room, locked, and the thread in it. */
  async function hold(tx: Tx, viewer: Viewer, { roomid, threadid }: OneThread) {
    const { id } = await seeRoom(tx, viewer, roomid)
    await lockRoom(tx, id)
    const room = await seeRoom(tx, viewer, roomid)
    const thread = await query.lockThread(tx, room.id, threadid)
    if (!thread) throw notFound()
    return { room, thread, isAuthor: thread.author_id === viewer.id }
  }

  /** Lets go, in the database, of files that no thread shows any more; returns their paths. */
  async function letGo(tx: Tx, before: Row[], after: Pick<Row, Place>[]) {
    const stays = new Set(after.flatMap(pathsOf))
    const gone = before.flatMap(pathsOf).filter((path) => path.startsWith(POSTED))
    const paths = gone.filter((path) => !stays.has(path))
    await markOrphaned(tx, paths, now())
    return paths
  }

  /** Puts the rows of a thread's media in place of those before, and what is kept for them to its use. */
  async function keepMedia(tx: Tx, roomId: string, id: string, before: Row[], attached: Attached) {
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
    const used = attached.uploads.map(arrivingAt)
    await markOrphaned(tx, used, now())
    return [...(await letGo(tx, before, rows)), ...used]
  }

  /** Runs `work` with the files of a form; in the end nothing lies about that no thread shows. */
  async function withFiles(
    viewer: Viewer,
    said: ThreadFiles,
    work: (attached: Attached) => Promise<string[]>,
  ) {
    const attached = await files.take(viewer, said)
    const gone = await work(attached).catch(async (error: unknown) => {
      await deleteOrphansAfter(deps, error, attached.paths)
      throw error
    })
    await files.drop(gone)
  }

  return {
    async create(viewer: Viewer, roomid: string, read: () => Promise<ThreadWriting>) {
      const before = await seeRoom(db, viewer, roomid)
      if (!mayPost(before.who)) throw forbidden()
      posts.count(viewer.id, TOO_MANY_THREADS)
      const said = await read()
      demandFitting([], said)
      await words.demand({ title: said.title, text: said.text })
      const id = newId()
      const post = async (tx: Tx, attached: Attached) => {
        await lockRoom(tx, before.id)
        const room = await seeRoom(tx, viewer, roomid)
        if (!mayPost(room.who)) throw forbidden()
        const { title, text } = said
        await query.insertThread(tx, {
          ...{ id, room_id: room.id, author_id: viewer.id, title, text },
          ...{ pinned: 0, comments: 0, reactions: 0, hidden_by: null },
          ...{ created_at: now(), updated_at: now() },
        })
        const gone = await keepMedia(tx, room.id, id, [], attached)
        await query.markPosted(tx, room.id, now())
        const about = { room: room.name, roomTitle: room.title, threadId: id, title }
        const notice = { notice: 'newThread', ...about } as const
        await postRoomNews(deps, tx, { roomId: room.id, by: viewer.id, about: id, notice })
        return gone
      }
      await withFiles(viewer, said, (attached) => transact(db, (tx) => post(tx, attached)))
      return get(viewer, { roomid, threadid: id })
    },

    async change(viewer: Viewer, asked: OneThread, read: () => Promise<ThreadChanging>) {
      const seen = await get(viewer, asked)
      if (!seen.can.edit) throw forbidden()
      const said = await read()
      await words.demand({ title: said.title, text: said.text })
      const change = async (tx: Tx, attached: Attached) => {
        const { room, thread, isAuthor } = await hold(tx, viewer, asked)
        if (!threadRights(room.who, isAuthor).edit) throw forbidden()
        const before = await query.mediaOf(tx, thread.id)
        demandFitting(before, said)
        const { title = thread.title, text = thread.text } = said
        await query.updateThread(tx, thread.id, { title, text, updated_at: now() })
        return keepMedia(tx, room.id, thread.id, before, attached)
      }
      await withFiles(viewer, said, (attached) => transact(db, (tx) => change(tx, attached)))
      return get(viewer, asked)
    },

    async remove(viewer: Viewer, asked: OneThread) {
      const gone = await transact(db, async (tx) => {
        const { room, thread, isAuthor } = await hold(tx, viewer, asked)
        if (!mayDelete(room.who, isAuthor)) throw forbidden()
        const paths = await letGo(tx, await query.mediaOf(tx, thread.id), [])
        await query.deleteThread(tx, thread.id)
        return paths
      })
      await files.drop(gone)
    },

    async pin(viewer: Viewer, asked: OneThread, pinned: boolean) {
      await transact(db, async (tx) => {
        const { room, thread } = await hold(tx, viewer, asked)
        if (!mayModerate(room.who)) throw forbidden()
        await query.updateThread(tx, thread.id, { pinned: pinned ? 1 : 0 })
      })
      return get(viewer, asked)
    },
  }
}

type Place = 'path' | 'small_path' | 'thumbnail_path'
const pathsOf = ({ path, small_path, thumbnail_path }: Pick<Row, Place>): string[] =>
  [path, small_path, thumbnail_path].filter((one) => one !== null)

/** Before anything is looked at: what can never stand together. */
function demandFitting(before: Row[], said: ThreadFiles) {
  const has = (kind: Row['kind']) => before.some((row) => row.kind === kind)
  const after = (file: unknown, had: boolean) => (file === undefined ? had : file !== '')
  const images = before.filter(({ kind }) => kind === 'image')
  const slots = [said.imageid_1, said.imageid_2, said.imageid_3]
  const hasImages = slots.some((slot, at) => after(slot, images[at] !== undefined))
  const others = hasImages || after(said.audio, has('audio'))
  if (said.imageid_4) throw invalid({ error: [IMAGES_TOO_MANY] })
  if (after(said.video, has('video')) && others) throw invalid({ video: [VIDEO_ALONE] })
}

/** What a thread shows after a change: pictures close up where one was taken out. */
function mediaAfter(before: Row[], { images, audio, video, thumbnail }: Attached) {
  const kindOf = (kind: Row['kind']) => before.filter((row) => row.kind === kind)
  const slots = kindOf('image')
  const pictures = Array.from({ length: THREAD_MAX.images }, (_, at) =>
    images[at] === undefined ? slots[at] : images[at],
  )
  const sound = audio === undefined ? kindOf('audio')[0] : audio
  const film = video === undefined ? kindOf('video')[0] : video
  const shown = film && thumbnail ? { ...film, thumbnail_path: thumbnail } : film
  const numbered = (rows: (Kept | null | undefined)[]) =>
    rows.filter((row) => row != null).map((row, position) => ({ ...row, position }))
  return [...numbered(pictures), ...numbered([sound]), ...numbered([shown])]
}
