import { MESSAGES_AT_ONCE } from '#contract/inbox/limits.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { transact } from '#server/db/transact.ts'
import { conversationKey } from '#server/features/push/list-entries.ts'
import { markKeyRead } from '#server/features/push/list-queries.ts'
import { page } from '#server/http/answers/reply.ts'
import { notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { mayAnswer } from './policy.ts'
import { presentConversation, presentMessage } from './present.ts'
import * as query from './queries.ts'
import { findSides } from './send-message-queries.ts'

const markRead = (deps: Deps, viewer: Viewer, id: string, seen: number) =>
  transact(deps.db, async (tx) => {
    const now = isoNow(deps)
    const marked = await query.markRead(tx, { id, userId: viewer.id, seen, now })
    if (marked) await query.takeOffUnread(tx, viewer.id, seen)
    await markKeyRead(tx, viewer.id, conversationKey(id), now)
  })

export async function list(deps: Deps, viewer: Viewer, paging: PageWindow) {
  const list = await page(paging, (window) => query.listConversations(deps.read, viewer.id, window))
  return { ...list, items: list.items.map(presentConversation) }
}

/** The newest messages, or those before `point`. Reading the newest page marks them as read, unless loaded `ahead`. */
export async function get(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { point, ahead }: { point?: string | undefined; ahead?: '1' | undefined },
) {
  const conversation = orNotFound(await query.findConversation(deps.db, viewer.id, id))
  const before = point === undefined ? null : await query.findPlace(deps.db, id, point)
  if (before === undefined) throw notFound()
  const rows = await query.messagesBefore(deps.db, id, before, MESSAGES_AT_ONCE + 1)
  const messages = rows.slice(0, MESSAGES_AT_ONCE).reverse()
  const seen = before || ahead ? 0 : conversation.unread
  if (seen > 0) await markRead(deps, viewer, id, seen)
  return {
    ...presentConversation(conversation),
    unread: conversation.unread - seen,
    can: { answer: mayAnswer(await findSides(deps.db, id)) },
    messages: messages.map((message) => presentMessage(message, viewer.id)),
    more: rows.length > MESSAGES_AT_ONCE,
  }
}
