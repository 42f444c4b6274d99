import { useSearchParams } from 'react-router-dom'
import { SEARCH_MAX } from '#contract/limits.ts'
import { type OperatorRoomRow, operatorRooms } from '#contract/operator/rooms/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { count, monthly } from '#pwa/lib/format.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Finder } from '#pwa/ui/forms/Finder.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
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
  const rooms = useList(operatorRooms.listOperatorRooms, {
    query: { ...(state && { state }), ...(search && { search }) },
  })
  return (
    <div className="stack">
      <Finder
        label="ルームをさがす"
        placeholder="ルーム名・オーナーの名前"
        max={SEARCH_MAX}
        search={search}
        chosen={state ? `${state}` : ''}
        choices={choices}
      />
      <LoadedList
        of={rooms}
        keyOf={({ id }) => id}
        wrap={(rows) => <List carded>{rows}</List>}
        skeleton={<SkeletonRows count={8} />}
        empty={
          <StateScreen
            kind="empty"
            title="見つかりませんでした"
            text="言葉や条件を変えて、もう一度おさがしください。"
          />
        }
      >
        {(room) => <RoomsRow room={room} />}
      </LoadedList>
    </div>
  )
}

const RoomsRow = ({ room }: { room: OperatorRoomRow }) => (
  <ListRow
    to={adminPaths.room(room.id)}
    title={room.title}
    note={`@${room.id} ・ ${monthly(room.amount)} ・ ${count(room.subscribers)}人`}
    trailing={<Badge tone={roomStates[room.state].tone}>{roomStates[room.state].label}</Badge>}
  />
)
