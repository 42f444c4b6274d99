// The texts by which the search finds tickets of events at venues.

import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { WhenRetitled } from '#server/features/rooms/edit-room.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { listTicketTexts } from './owning/owning-queries.ts'
import { listUnindexed } from './queries.ts'

const AT_ONCE = 500

type Text = Pick<Schema['digital_ticket'], 'id' | 'title' | 'venue' | 'about'>

export const indexTicket = (
  { engine }: Pick<Deps, 'engine'>,
  tx: Tx,
  { id, title, venue, about }: Text,
  room: { title: string },
) => engine.search.put(tx, 'ticket', id, [title, room.title, venue, about].join('\n'))

/** Updates the texts of a room's tickets, which contain the room's title too. */
export const ticketsFoundByRoom: WhenRetitled = async (deps, tx, room) => {
  for (const ticket of await listTicketTexts(tx, room.id)) await indexTicket(deps, tx, ticket, room)
}

/** Adds coming tickets that the index lacks: those that a release without it has written. */
export async function indexComing(deps: Deps) {
  for (const { room_title: title, ...ticket } of await listUnindexed(
    deps.read,
    isoNow(deps),
    AT_ONCE,
  ))
    await transact(deps.db, (tx) => indexTicket(deps, tx, ticket, { title }))
}
