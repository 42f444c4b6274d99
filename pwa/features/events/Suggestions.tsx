import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { suggestedEvents, suggestedRooms } from '#pwa/lib/api/queries.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { searchTerms } from '#pwa/lib/search-terms.ts'
import { useSettled } from '#pwa/lib/useSettled.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'

/** Rooms and events that match the typed text. */
export function Suggestions({ typed, onChoose }: { typed: string; onChoose: () => void }) {
  const terms = useSettled(searchTerms(typed))
  const enabled = terms !== ''
  const foundRooms = useList(rooms.listRooms, suggestedRooms(terms), { enabled })
  const foundEvents = useList(events.listEvents, suggestedEvents(terms), { enabled })
  const count = (foundRooms.items?.length ?? 0) + (foundEvents.items?.length ?? 0)
  if (!enabled) return null
  return (
    <>
      <p className="sr" role="status">
        {foundRooms.items &&
          foundEvents.items &&
          (count > 0 ? `候補が${count}件あります` : '候補はありません')}
      </p>
      {count > 0 && (
        <List aria-label="候補" onClick={onChoose}>
          {foundRooms.items?.map(({ id, title, icon_image_path, owner }) => (
            <ListRow
              key={`room ${id}`}
              to={paths.room(id)}
              leading={<ArchedImage src={icon_image_path} size="xs" />}
              title={title}
              note={`ルーム・${owner.display_name}`}
            />
          ))}
          {foundEvents.items?.map(({ id, title, room, start }) => (
            <ListRow
              key={`event ${id}`}
              to={paths.event(room.id, id)}
              leading={<Icon name="calendar" />}
              title={title}
              note={`${dayAndTime(start)}・${room.title}`}
            />
          ))}
        </List>
      )}
    </>
  )
}
