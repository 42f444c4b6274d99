import { useLocation, useSearchParams } from 'react-router-dom'
import { rooms } from '#contract/rooms.ts'
import { useList } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { List } from '#pwa/ui/List.tsx'
import { SkeletonRows } from '#pwa/ui/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { SubscribedRow } from './SubscribedRow.tsx'

/** The rooms one is in, and what one can do about it. */
export function SubscribedRooms() {
  const list = useList(rooms.listSubscribed, {})
  const [search] = useSearchParams()
  const { key } = useLocation()
  return (
    <div className="stack">
      <LoadedList
        of={list}
        skeleton={<SkeletonRows count={4} leading="window" />}
        empty={<Empty />}
        wrap={(rows) => <List carded>{rows}</List>}
        keyOf={({ id }) => id}
      >
        {(room) => <SubscribedRow room={room} pays={search.get('pay') === room.id ? key : null} />}
      </LoadedList>
    </div>
  )
}

const Empty = () => (
  <StateScreen
    kind="empty"
    title="まだ、ルームがありません"
    text="気になる人のルームに参加すると、ここに窓がならびます。新しい投稿があると灯りがつきます。"
    actions={<Button to={paths.results()}>ルームをさがす</Button>}
  />
)
