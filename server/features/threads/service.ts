import { NOT_A_MEMBER } from '#contract/rooms/messages.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { idOf } from '#server/features/profile/member.ts'
import { mayRead } from '#server/features/rooms/policy.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { page } from '#server/http/answers/reply.ts'
import { forbidden, orNotFound } from '#server/http/api-error.ts'
import { signMediaUrl } from '#server/media/media-url.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { presentComment, presentThread } from './present.ts'
import * as query from './queries.ts'

export interface OneThread {
  roomid: string
  threadid: string
}

async function mediaOf(deps: Deps, threads: query.ThreadRow[], who: Parameters<typeof mayRead>[0]) {
  const shown = mayRead(who) ? threads : threads.filter(({ is_previewed }) => is_previewed === 1)
  const ids = shown.map(({ id }) => id)
  return ids.length > 0 ? query.listMedia(deps.read, ids) : []
}

async function present(
  deps: Deps,
  threads: query.ThreadRow[],
  who: Parameters<typeof mayRead>[0],
  viewerId: string,
) {
  const media = await mediaOf(deps, threads, who)
  return threads.map((thread) =>
    presentThread(thread, media, who, viewerId, (path) => signMediaUrl(deps, path)),
  )
}

async function getVisible(deps: Deps, viewer: Viewer | null, { roomid, threadid }: OneThread) {
  const room = await getVisibleRoom(deps.read, viewer, roomid)
  const thread = orNotFound(await query.findThread(deps.read, idOf(viewer), room.id, threadid))
  return { thread, who: room.who }
}

export async function list(deps: Deps, viewer: Viewer | null, roomid: string, paging: PageWindow) {
  const room = await getVisibleRoom(deps.read, viewer, roomid)
  const threads = await page(paging, (window) =>
    query.listThreads(deps.read, idOf(viewer), room.id, window),
  )
  const items = await present(deps, threads.items, room.who, idOf(viewer))
  // For those who think about joining. Members read the list often, and need no count.
  if (mayRead(room.who)) return { ...threads, items }
  return { ...threads, items, total: await query.countThreads(deps.read, room.id) }
}

export async function getThread(deps: Deps, viewer: Viewer | null, params: OneThread) {
  const { thread, who } = await getVisible(deps, viewer, params)
  return presentThread(thread, await mediaOf(deps, [thread], who), who, idOf(viewer), (path) =>
    signMediaUrl(deps, path),
  )
}

export async function listComments(
  deps: Deps,
  viewer: Viewer,
  params: OneThread,
  paging: PageWindow,
) {
  const { thread, who } = await getVisible(deps, viewer, params)
  if (!mayRead(who)) throw forbidden(NOT_A_MEMBER)
  const comments = await page(paging, (window) => query.listComments(deps.read, thread.id, window))
  const items = comments.items.map((comment) => presentComment(comment, who, viewer.id))
  return { ...comments, items, total: thread.comments }
}
