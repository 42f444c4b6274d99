import type { WhenRetitled } from '#server/features/rooms/writing.ts'
import type { Deps } from '#server/process/deps.ts'
import { listEventTexts } from './edit-queries.ts'
import { eventText } from './present.ts'

/** Events are found by their room's title too: by the new one, when it changes. */
export const eventsFoundByRoom =
  ({ engine }: Pick<Deps, 'engine'>): WhenRetitled =>
  async (tx, room) => {
    for (const event of await listEventTexts(tx, room.id))
      await engine.search.put(tx, 'event', event.id, eventText(event, room))
  }
