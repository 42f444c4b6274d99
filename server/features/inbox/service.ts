import { MOST_MESSAGES } from '#contract/limits.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { notFound } from '#server/http/refusal.ts'
import { page } from '#server/http/reply.ts'
import { mayAnswer } from './policy.ts'
import { presentConversation, presentMessage } from './present.ts'
import * as query from './queries.ts'
import { findSides } from './writing-queries.ts'

export function inboxService({ db, read, clock }: Pick<Deps, 'db' | 'read' | 'clock'>) {
  const markRead = (viewer: Viewer, id: string, seen: number) =>
    transact(db, async (tx) => {
      const now = clock.now().toISOString()
      const marked = await query.markRead(tx, { id, userId: viewer.id, seen, now })
      if (marked) await query.takeOffUnread(tx, viewer.id, seen)
    })

  return {
    async list(viewer: Viewer, paging: { limit: number; offset: number }) {
      const found = await page(paging, (limit) =>
        query.listConversations(read, viewer.id, limit, paging.offset),
      )
      return { ...found, items: found.items.map(presentConversation) }
    },

    /** Shows the conversation as read; what was unread until now is counted off. */
    async get(viewer: Viewer, id: string) {
      const found = await query.findConversation(db, viewer.id, id)
      if (!found) throw notFound()
      const newest = await query.newestMessages(db, id, MOST_MESSAGES)
      if (found.unread > 0) await markRead(viewer, id, found.unread)
      return {
        ...presentConversation(found),
        unread: 0,
        can: { answer: mayAnswer(await findSides(db, id)) },
        messages: newest.reverse().map((message) => presentMessage(message, viewer.id)),
      }
    },
  }
}
