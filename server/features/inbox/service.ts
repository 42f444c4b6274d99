import type { Conversation, Message } from '#contract/inbox.ts'
import { MOST_MESSAGES } from '#contract/limits.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { notFound } from '#server/http/refusal.ts'
import { page } from '#server/http/reply.ts'
import * as query from './queries.ts'

/** More than anybody scrolls back on a phone. */

interface MaybeMember {
  name: string | null
  display_name: string | null
  icon_small_path: string | null
  official_flg: 0 | 1 | null
}
/** Null where the service itself speaks. */
const memberOrNull = ({ name, display_name, icon_small_path, official_flg }: MaybeMember) =>
  name === null || display_name === null || official_flg === null
    ? null
    : presentMember({ name, display_name, icon_small_path, official_flg })

const presentConversation = (row: query.ConversationRow): Conversation => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  with: memberOrNull(row),
  last_text: row.last_text,
  last_at: row.last_at,
  unread: row.unread,
})

const presentMessage = (row: query.MessageRow, viewerId: string): Message => ({
  id: row.id,
  text: row.text,
  created_at: row.created_at,
  mine: row.author_id === viewerId,
  member: memberOrNull(row),
})

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
        messages: newest.reverse().map((message) => presentMessage(message, viewer.id)),
      }
    },
  }
}
