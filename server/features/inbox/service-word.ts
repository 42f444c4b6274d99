import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { messageLineOf } from './present.ts'
import { addUnread, insertMessage, insertServiceConversation } from './send-message-queries.ts'

interface Word {
  to: Id
  title: string
  text: string
}

/** Message from the service to one person, in the transaction of its cause; its conversation takes no answers. */
export async function sendFromService(deps: Deps, tx: Tx, { to, title, text }: Word) {
  const at = isoNow(deps)
  const id = deps.newId()
  const last = { last_text: messageLineOf(text), last_at: at, created_at: at }
  const conversation = {
    id,
    kind: 'system',
    room_id: null,
    member_id: null,
    title,
    ...last,
  } as const
  await insertServiceConversation(tx, conversation, to)
  const message = { id: deps.newId(), conversation_id: id, author_id: null, text, created_at: at }
  await insertMessage(tx, { ...message, client_id: null, hidden_by: null })
  await addUnread(tx, [to])
  const notification = {
    notice: 'message',
    conversationId: id,
    from: `${SITE_TITLE} 運営`,
  } as const
  await enqueueNotification(deps, tx, { to, about: message.id, notice: notification })
}
