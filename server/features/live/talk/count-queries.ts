import { compiledOnce } from '#server/db/compiled-once.ts'
import type { Tx } from '#server/db/schema.ts'

interface Change {
  eventId: string
  userId: string
  /** Lines that were added, or removed if negative. */
  change: number
}

/**
 * Keeps the counts of an event's lines and their authors, in the transaction that adds or removes lines: counting them
 * takes half a second after a large evening. Call it after the event's sequence was taken, which locks it.
 */
export async function countLines(tx: Tx, { eventId, userId, change }: Change): Promise<void> {
  const [author] = await countAuthor(tx, { eventId, userId, change })
  const messages = author?.messages ?? 0
  const people = Number(messages > 0) - Number(messages - change > 0)
  await countTotal(tx, { eventId, change, people })
}

const countAuthor = compiledOnce(
  (tx, { eventId, userId, change }: { eventId: string; userId: string; change: number }) =>
    tx
      .insertInto('talk_author')
      .values({ event_id: eventId, user_id: userId, messages: change })
      .onConflict((on) =>
        on
          .columns(['event_id', 'user_id'])
          .doUpdateSet((eb) => ({ messages: eb('talk_author.messages', '+', change) })),
      )
      .returning('messages'),
)

const countTotal = compiledOnce(
  (tx, { eventId, change, people }: { eventId: string; change: number; people: number }) =>
    tx
      .insertInto('talk_total')
      .values({ event_id: eventId, messages: change, people })
      .onConflict((on) =>
        on.column('event_id').doUpdateSet((eb) => ({
          messages: eb('talk_total.messages', '+', change),
          people: eb('talk_total.people', '+', people),
        })),
      )
      .returning('event_id'),
)
