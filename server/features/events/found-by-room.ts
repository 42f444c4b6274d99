import type { WhenRetitled } from '#server/features/rooms/writing.ts'
import type { Deps } from '#server/process/deps.ts'
import { listEventTexts } from './edit-queries.ts'
import { eventText } from './present.ts'

/** Updates the search index of a room's events, which contains the room's title too. */
export const eventsFoundByRoom =
  ({ engine }: Pick<Deps, 'engine'>): WhenRetitled =>
  async (tx, room) => {
    for (const event of await listEventTexts(tx, room.id))
      await engine.search.put(tx, 'event', event.id, eventText(event, room))
  }
