import { useLocation, useSearchParams } from 'react-router-dom'
import { rooms } from '#contract/rooms/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { SubscribedRow } from './SubscribedRow.tsx'

/** The rooms that the user is a member of, and their actions. */
export function SubscribedRooms() {
  const list = useList(rooms.listSubscribed, {})
  const [search] = useSearchParams()
  const { key } = useLocation()
  return (
    <div className="stack">
      <OfflineAlert of={list} />
      <LoadedList
        of={list}
        skeleton={<SkeletonRows count={4} leading="arch" />}
        empty={<Empty />}
        keyOf={({ id }) => id}
      >
        {(room) => <SubscribedRow room={room} pays={search.get('pay') === room.id ? key : null} />}
      </LoadedList>
      <Own />
    </div>
  )
}

/** A link to the user's own room, or to opening one. */
function Own() {
  const user = useUser()
  if (!user) return null
  const [title, note] = user.my_room
    ? ['自分のルーム', 'ルームとスタッフ、オーナーページへ']
    : ['自分のルームを開く', '無料で開けて、スレッドやイベントで人を迎えられます']
  return (
    <List carded>
      <ListRow to={paths.myCommunity} leading={<Icon name="room" />} title={title} note={note} />
    </List>
  )
}

const Empty = () => (
  <StateScreen
    kind="empty"
    title="参加中のルームはまだありません"
    text="参加したルームが、ここに窓の形でならびます。新しい投稿があると、窓に灯りがつきます。"
    actions={<Button to={paths.results()}>ルームをさがす</Button>}
  />
)
