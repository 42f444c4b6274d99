import { useSearchParams } from 'react-router-dom'
import { type OperatorRoomRow, operatorRooms } from '#contract/operator/rooms/calls.ts'
import { SEARCH_MAX } from '#contract/shared/limits.ts'
import { count, monthly } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Finder } from '#pwa/ui/forms/Finder.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { AdminList, NOT_FOUND } from '../AdminList.tsx'
import { roomStates } from '../actions/room-states.ts'
import { adminPaths } from '../admin-paths.ts'

const STATES = [1, 8, 9] as const
const choices = [
  { value: '', label: 'すべて' },
  ...STATES.map((state) => ({ value: `${state}`, label: roomStates[state].label })),
]

/** All rooms, hidden ones included. */
export function RoomsList() {
  const [params] = useSearchParams()
  const state = STATES.find((known) => `${known}` === params.get('state'))
  const search = params.get('search') ?? ''
  return (
    <AdminList
      call={operatorRooms.listOperatorRooms}
      input={{ query: { ...(state && { state }), ...(search && { search }) } }}
      filters={
        <Finder
          label="ルームをさがす"
          placeholder="ルーム名・オーナーの名前"
          max={SEARCH_MAX}
          search={search}
          chosen={state ? `${state}` : ''}
          choices={choices}
        />
      }
      keyOf={({ id }) => id}
      rows={8}
      empty={NOT_FOUND}
    >
      {(room) => <RoomsRow room={room} />}
    </AdminList>
  )
}

const RoomsRow = ({ room }: { room: OperatorRoomRow }) => (
  <ListRow
    to={adminPaths.room(room.id)}
    title={room.title}
    note={`@${room.id}・${monthly(room.amount)}・${count(room.subscribers)}人`}
    trailing={<Badge tone={roomStates[room.state].tone}>{roomStates[room.state].label}</Badge>}
  />
)
