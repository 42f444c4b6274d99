import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Caller } from '#contract/caller.ts'
import { posting } from '#contract/posting.ts'
import { type Comment, type Thread, threads } from '#contract/threads.ts'
import type { Listed } from '#contract/types.ts'
import { keyOf } from '../api.ts'
import type { Answer } from '../device.ts'

type Pages<T> = InfiniteData<Listed<T>>

const paramsOf = ({ room, thread }: Answer) => ({ roomid: room, threadid: thread })

/** Changes a thread wherever it is shown. */
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

/** Behind the last one, if all are here; else it comes with the page that it is on. */
function addComment(list: Pages<Comment> | undefined, comment: Comment) {
  const last = list?.pages.at(-1)
  if (!list || !last || last.next !== null) return list
  if (list.pages.some(({ items }) => items.some(({ id }) => id === comment.id))) return list
  const pages = [...list.pages.slice(0, -1), { ...last, items: [...last.items, comment] }]
  return { ...list, pages }
}

/** Tells the server what somebody said or felt of a thread, and shows what it made of it. */
export async function tellAnswer(id: string, work: Answer, call: Caller, client: QueryClient) {
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
