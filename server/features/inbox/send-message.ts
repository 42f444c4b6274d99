// Messages between people.

import { MESSAGES_OF_ONE } from '#contract/inbox/limits.ts'
import {
  MESSAGE_ENDED,
  MESSAGE_MEMBERS,
  MESSAGE_OWN_ROOM,
  TOO_MANY_MESSAGES,
} from '#contract/inbox/messages.ts'
import { windowOf } from '#server/db/clocks.ts'
import { lockSequence } from '#server/db/counter.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, forbidden, notFound, tooMany } from '#server/http/api-error.ts'
import { waitMs } from '#server/http/throttle.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { mayAnswer } from './policy.ts'
import { messageLineOf, presentMessage } from './present.ts'
import { findConversation } from './queries.ts'
import * as query from './send-message-queries.ts'

interface Written {
  text: string
  client_id?: string | undefined
}
interface Last {
  last_text: string
  last_at: string
}
/** Finds or creates the conversation, sets its last message and keeps it locked. */
type Opening = (tx: Tx, last: Last) => Promise<string>

async function assertPace(deps: Deps, tx: Tx, authorId: string, now: Date) {
  if (!deps.config.rateLimits) return
  const { max, perMs } = MESSAGES_OF_ONE
  const latest = await query.writtenLately(tx, authorId, windowOf(now, perMs), max)
  const left = waitMs(MESSAGES_OF_ONE, latest, now.getTime())
  if (left > 0) throw tooMany(left / 1_000, TOO_MANY_MESSAGES)
}

const send = (
  deps: Deps,
  viewer: Viewer,
  { text, client_id = deps.newId() }: Written,
  open: Opening,
) =>
  transact(deps.db, async (tx) => {
    await lockSequence(tx, `message:${viewer.id}`) // serialized, for the limit and duplicates
    const known = await query.findSent(tx, viewer.id, client_id)
    if (known) return new Reply(sentMessage(known, viewer), { status: 200 })
    const now = deps.clock.now()
    await assertPace(deps, tx, viewer.id, now)
    const created_at = now.toISOString()
    const conversation_id = await open(tx, {
      last_text: messageLineOf(text),
      last_at: created_at,
    })
    const author = await query.findAuthor(tx, viewer.id)
    const row = { id: deps.newId(), conversation_id, author_id: viewer.id, text, created_at }
    await query.insertMessage(tx, { ...row, client_id })
    const from = author.display_name
    const notification = { notice: 'message', conversationId: conversation_id, from } as const
    for (const to of await query.countUnread(tx, conversation_id, viewer.id))
      await enqueueNotification(deps, tx, { to, about: row.id, notice: notification })
    return new Reply(sentMessage({ ...row, ...author }, viewer))
  })

/** Message of a member to the room's owner; creates their conversation if needed. */
export const writeToOwner = (deps: Deps, viewer: Viewer, name: string, written: Written) =>
  send(deps, viewer, written, async (tx, last) => {
    const { id: room_id, owner_id, title, who } = await getVisibleRoom(tx, viewer, name)
    if (who.isOwner) throw new ApiError(409, MESSAGE_OWN_ROOM)
    if (!who.isMember) throw forbidden(MESSAGE_MEMBERS)
    const about = { kind: 'room', room_id, member_id: viewer.id, title } as const
    const row = { id: deps.newId(), ...about, ...last, created_at: last.last_at }
    return query.openConversation(tx, row, owner_id)
  })

/** Answer in an existing conversation, from either side. */
export const answerConversation = (deps: Deps, viewer: Viewer, id: string, written: Written) =>
  send(deps, viewer, written, async (tx, last) => {
    if (!(await findConversation(tx, viewer.id, id))) throw notFound()
    if (!mayAnswer(await query.findSides(tx, id))) throw forbidden(MESSAGE_ENDED)
    await query.setLast(tx, id, last)
    return id
  })

type SentRow = NonNullable<Awaited<ReturnType<typeof query.findSent>>>
const sentMessage = (row: SentRow, viewer: Viewer) => ({
  ...presentMessage(row, viewer.id),
  conversation_id: row.conversation_id,
})
