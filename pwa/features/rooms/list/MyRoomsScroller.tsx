import { rooms, type SubscribedRoom } from '#contract/rooms/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { RoomTile } from '#pwa/ui/layout/RoomTile.tsx'
import { Scroller } from '#pwa/ui/layout/Scroller.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'

/** The member's rooms as windows at night, lit if there is something new. */
export function MyRoomsScroller() {
  const joinedRooms = useList(rooms.listSubscribed, {})
  return (
    <Section title="参加中のルーム" more={{ to: paths.registeredRooms, label: 'すべて見る' }}>
      <LoadedList
        of={{ ...joinedRooms, items: joinedRooms.items?.toSorted(byLight), more: null }}
        skeleton={<SkeletonRows count={2} leading="arch" />}
        empty={<NoRooms />}
        wrap={(panes) => <Scroller label="参加中のルーム">{panes}</Scroller>}
        keyOf={({ id }) => id}
      >
        {({ id, title, icon_image_path, unread, on_air }) => (
          <RoomTile
            to={paths.room(id)}
            name={title}
            src={icon_image_path}
            light={on_air ? 'onair' : unread ? 'lit' : 'quiet'}
          />
        )}
      </LoadedList>
    </Section>
  )
}

/** Live rooms first, then those with new threads, otherwise in the given order. */
const byLight = (a: SubscribedRoom, b: SubscribedRoom) =>
  Number(b.on_air) - Number(a.on_air) || Number(b.unread) - Number(a.unread)

const NoRooms = () => (
  <div className="stack">
    <Alert>
      参加したルームが、ここに窓の形でならびます。新しい投稿があると、窓に灯りがつきます。
    </Alert>
    <Button variant="secondary" size="s" to={paths.results()}>
      ルームをさがす
    </Button>
  </div>
)
