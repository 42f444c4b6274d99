import type { Tx } from '#server/db/schema.ts'
import { messageLineOf } from './present.ts'

/** False if it is deleted or hidden already. */
export async function hideMessage(tx: Tx, id: string, by: string): Promise<boolean> {
  const hidden = await tx
    .updateTable('message')
    .set({ hidden_by: by })
    .where('id', '=', id)
    .where('hidden_by', 'is', null)
    .where('author_id', 'is not', null)
    .returning('conversation_id')
    .executeTakeFirst()
  if (!hidden) return false
  await showLast(tx, hidden.conversation_id)
  await readAnnouncement(tx, hidden.conversation_id)
  return true
}

export async function restoreMessage(tx: Tx, by: string): Promise<boolean> {
  const back = await tx
    .updateTable('message')
    .set({ hidden_by: null })
    .where('hidden_by', '=', by)
    .returning('conversation_id')
    .executeTakeFirst()
  if (back) await showLast(tx, back.conversation_id)
  return back !== undefined
}

/** Sets the preview to the last visible message. */
async function showLast(tx: Tx, conversationId: string) {
  const last = await tx
    .selectFrom('message')
    .select('text')
    .where('conversation_id', '=', conversationId)
    .where('hidden_by', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  await tx
    .updateTable('conversation')
    .set({ last_text: last ? messageLineOf(last.text) : '' })
    .where('id', '=', conversationId)
    .execute()
}

/** Clears the unread counts of a hidden announcement, which can no longer be read. */
async function readAnnouncement(tx: Tx, conversationId: string) {
  const waiting = await tx
    .selectFrom('conversation_member as reader')
    .innerJoin('conversation', 'conversation.id', 'reader.conversation_id')
    .select(['reader.user_id', 'reader.unread'])
    .where('conversation.id', '=', conversationId)
    .where('conversation.kind', '=', 'announcement')
    .where('reader.unread', '>', 0)
    .orderBy('reader.user_id')
    .execute()
  for (const { user_id, unread } of waiting) {
    const updated = await tx
      .updateTable('conversation_member')
      .set({ unread: 0 })
      .where('conversation_id', '=', conversationId)
      .where('user_id', '=', user_id)
      .where('unread', '=', unread)
      .returning('user_id')
      .executeTakeFirst()
    if (updated)
      await tx
        .updateTable('user')
        .set((eb) => ({ unread_messages: eb('unread_messages', '-', unread) }))
        .where('id', '=', user_id)
        .execute()
  }
}
