import { events } from '#contract/events/calls.ts'
import { profile } from '#contract/profile/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { FoundPersonRow } from '#pwa/features/profile/FoundPersonRow.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { searchTerms } from '#pwa/lib/search-terms.ts'
import { useSettled } from '#pwa/lib/useSettled.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'

/** Rooms, events and people that match the typed text. */
export function Suggestions({ typed, onChoose }: { typed: string; onChoose: () => void }) {
  const terms = useSettled(searchTerms(typed))
  const enabled = terms !== ''
  const few = (limit: number) => ({ query: { search: terms, limit } })
  const found = {
    rooms: useList(rooms.listRooms, few(3), { enabled }),
    events: useList(events.listEvents, few(3), { enabled }),
    tickets: useList(tickets.listComingTickets, few(2), { enabled }),
    people: useList(profile.searchPeople, few(3), { enabled }),
  }
  const lists = Object.values(found).map(({ items }) => items)
  const count = lists.reduce((sum, items) => sum + (items?.length ?? 0), 0)
  if (!enabled) return null
  return (
    <>
      <p className="sr" role="status">
        {lists.every((items) => items !== undefined) &&
          (count > 0 ? `候補が${count}件あります` : '候補はありません')}
      </p>
      {count > 0 && (
        <List aria-label="候補" onClick={onChoose}>
          {found.rooms.items?.map(({ id, title, icon_image_path, owner }) => (
            <ListRow
              key={`room ${id}`}
              to={paths.room(id)}
              leading={<ArchedImage src={icon_image_path} size="xs" />}
              title={title}
              note={`ルーム・${owner.display_name}`}
            />
          ))}
          {found.events.items?.map(({ id, title, room, start }) => (
            <ListRow
              key={`event ${id}`}
              to={paths.event(room.id, id)}
              leading={<Icon name="calendar" />}
              title={title}
              note={`${dayAndTime(start)}・${room.title}`}
            />
          ))}
          {found.tickets.items?.map(({ id, title, room, starts_at, venue }) => (
            <ListRow
              key={`ticket ${id}`}
              to={paths.roomTicket(room.id, id)}
              leading={<Icon name="ticket" />}
              title={title}
              note={`${dayAndTime(starts_at)}・${venue}`}
            />
          ))}
          {found.people.items?.map((person) => (
            <FoundPersonRow key={`person ${person.name}`} person={person} />
          ))}
        </List>
      )}
    </>
  )
}
