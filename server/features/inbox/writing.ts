import { MESSAGES_OF_ONE } from '#contract/limits.ts'
import {
  MESSAGE_ENDED,
  MESSAGE_MEMBERS,
  MESSAGE_OWN_ROOM,
  TOO_MANY_MESSAGES,
} from '#contract/messages.ts'
import { latelyIn } from '#server/db/clocks.ts'
import { lockSeries } from '#server/db/counter.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { seeRoom } from '#server/features/rooms/service.ts'
import { forbidden, notFound, Refusal, tooMany } from '#server/http/refusal.ts'
import { Reply } from '#server/http/reply.ts'
import { waitMs } from '#server/http/throttle.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { mayAnswer } from './policy.ts'
import { lineOf, presentMessage } from './present.ts'
import { findConversation } from './queries.ts'
import * as query from './writing-queries.ts'

interface Written {
  text: string
  client_id?: string | undefined
}
interface Last {
  last_text: string
  last_at: string
}
/** Finds or makes the conversation that is written in, notes its last word, and leaves it locked. */
type Opening = (tx: Tx, last: Last) => Promise<string>

/** What people write to one another. */
export function writing(deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'config'>) {
  const { db, clock, newId, config } = deps

  async function demandPace(tx: Tx, authorId: string, now: Date) {
    if (!config.rateLimits) return
    const { max, perMs } = MESSAGES_OF_ONE
    const latest = await query.writtenLately(tx, authorId, latelyIn(now, perMs), max)
    const left = waitMs(MESSAGES_OF_ONE, latest, now.getTime())
    if (left > 0) throw tooMany(left / 1_000, TOO_MANY_MESSAGES)
  }

  const say = (viewer: Viewer, { text, client_id = newId() }: Written, open: Opening) =>
    transact(db, async (tx) => {
      await lockSeries(tx, `message:${viewer.id}`) // one of theirs at a time: they are counted, and said once
      const known = await query.findSent(tx, viewer.id, client_id)
      if (known) return new Reply(sentMessage(known, viewer), { status: 200 })
      const now = clock.now()
      await demandPace(tx, viewer.id, now)
      const created_at = now.toISOString()
      const conversation_id = await open(tx, { last_text: lineOf(text), last_at: created_at })
      const author = await query.findAuthor(tx, viewer.id)
      const row = { id: newId(), conversation_id, author_id: viewer.id, text, created_at }
      await query.insertMessage(tx, { ...row, client_id })
      const from = author.display_name
      const notice = { notice: 'message', conversationId: conversation_id, from } as const
      for (const to of await query.countUnread(tx, conversation_id, viewer.id))
        await enqueueNotification(deps, tx, { to, about: row.id, notice })
      return new Reply(sentMessage({ ...row, ...author }, viewer))
    })

  return {
    /** A member to the owner of a room: their one conversation begins, or goes on. */
    writeToOwner: (viewer: Viewer, name: string, written: Written) =>
      say(viewer, written, async (tx, last) => {
        const { id: room_id, owner_id, title, who } = await seeRoom(tx, viewer, name)
        if (who.isOwner) throw new Refusal(409, MESSAGE_OWN_ROOM)
        if (!who.isMember) throw forbidden(MESSAGE_MEMBERS)
        const about = { kind: 'room', room_id, member_id: viewer.id, title } as const
        const row = { id: newId(), ...about, ...last, created_at: last.last_at }
        return query.openConversation(tx, row, owner_id)
      }),

    /** Goes on in a conversation, from either side. */
    answer: (viewer: Viewer, id: string, written: Written) =>
      say(viewer, written, async (tx, last) => {
        if (!(await findConversation(tx, viewer.id, id))) throw notFound()
        if (!mayAnswer(await query.findSides(tx, id))) throw forbidden(MESSAGE_ENDED)
        await query.setLast(tx, id, last)
        return id
      }),
  }
}

type SentRow = NonNullable<Awaited<ReturnType<typeof query.findSent>>>
const sentMessage = (row: SentRow, viewer: Viewer) => ({
  ...presentMessage(row, viewer.id),
  conversation_id: row.conversation_id,
})
