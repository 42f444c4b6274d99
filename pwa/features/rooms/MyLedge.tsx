import { rooms, type SubscribedRoom } from '#contract/rooms.ts'
import { useList } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { RoomTile } from '#pwa/ui/RoomTile.tsx'
import { Scroller } from '#pwa/ui/Scroller.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { SkeletonRows } from '#pwa/ui/Skeleton.tsx'

/** A member's own rooms as windows at night: lit where something is new. */
export function MyLedge() {
  const mine = useList(rooms.listSubscribed, {})
  return (
    <Section title="マイルーム" more={{ to: paths.registeredRooms, label: 'すべて見る' }}>
      <LoadedList
        of={{ ...mine, items: mine.items?.toSorted(byLight), more: null }}
        skeleton={<SkeletonRows count={2} leading="arch" />}
        empty={<NoRooms />}
        wrap={(panes) => <Scroller label="マイルーム">{panes}</Scroller>}
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

/** On air first, then what is new, else as they come. */
const byLight = (a: SubscribedRoom, b: SubscribedRoom) =>
  Number(b.on_air) - Number(a.on_air) || Number(b.unread) - Number(a.unread)

const NoRooms = () => (
  <div className="stack">
    <Notice>
      気になる人のルームに参加すると、ここに窓がならびます。新しい投稿があると灯りがつきます。
    </Notice>
    <Button variant="secondary" size="s" to={paths.results()}>
      ルームをさがす
    </Button>
  </div>
)
