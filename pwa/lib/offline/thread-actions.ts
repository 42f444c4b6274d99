import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Caller } from '#contract/http/caller.ts'
import type { Listed } from '#contract/http/types.ts'
import { type Comment, type Thread, threads } from '#contract/threads/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { keyOf } from '../api/api.ts'
import type { ThreadAction } from '../device.ts'

type Pages<T> = InfiniteData<Listed<T>>

const paramsOf = ({ room, thread }: ThreadAction) => ({ roomid: room, threadid: thread })

/** Updates a thread in every query that holds it. */
export function patchThread(
  client: QueryClient,
  params: { roomid: string; threadid: string },
  patch: (thread: Thread) => Partial<Thread>,
) {
  const changed = (thread: Thread) => ({ ...thread, ...patch(thread) })
  client.setQueryData<Thread>(
    keyOf(threads.getThread, { params }),
    (thread) => thread && changed(thread),
  )
  client.setQueriesData<Pages<Thread>>({ queryKey: keyOf(threads.listThreads) }, (list) =>
    mapPages(list, (items) =>
      items.map((thread) => (thread.id === params.threadid ? changed(thread) : thread)),
    ),
  )
}

export const mapPages = <T>(list: Pages<T> | undefined, change: (items: T[]) => T[]) =>
  list && { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) }

/** Appends a comment if the list is loaded to its end. Otherwise it comes with its page. */
function addComment(list: Pages<Comment> | undefined, comment: Comment) {
  const last = list?.pages.at(-1)
  if (!list || !last || last.next !== null) return list
  if (list.pages.some(({ items }) => items.some(({ id }) => id === comment.id))) return list
  const pages = [...list.pages.slice(0, -1), { ...last, items: [...last.items, comment] }]
  return { ...list, pages }
}

/** Sends a comment or reaction and puts the answer into the queries. */
export async function sendThreadAction(
  id: string,
  work: ThreadAction,
  call: Caller,
  client: QueryClient,
) {
  const params = paramsOf(work)
  if (work.what === 'reaction') {
    const state = await call(work.on ? posting.react : posting.unreact, { params })
    return patchThread(client, params, () => state)
  }
  const { text, parent } = work
  const body = { text, parent_id: parent, client_id: id }
  const comment = await call(posting.postComment, { params, body })
  client.setQueryData<Pages<Comment>>(keyOf(threads.listComments, { params }), (list) =>
    addComment(list, comment),
  )
  patchThread(client, params, ({ comments }) => ({ comments: comments + 1 }))
}
