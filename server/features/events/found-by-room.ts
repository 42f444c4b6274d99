import type { WhenRetitled } from '#server/features/rooms/edit-room.ts'
import { listEventTexts } from './edit-queries.ts'
import { eventText } from './present.ts'

/** Updates the search index of a room's events, which contains the room's title too. */
export const eventsFoundByRoom: WhenRetitled = async (deps, tx, room) => {
  for (const event of await listEventTexts(tx, room.id))
    await deps.engine.search.put(tx, 'event', event.id, eventText(event, room))
}
