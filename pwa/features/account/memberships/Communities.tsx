import type { ReactNode } from 'react'
import { rooms } from '#contract/rooms.ts'
import { useList } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { List } from '#pwa/ui/List.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { SkeletonRows } from '#pwa/ui/Skeleton.tsx'
import { CommunityRow } from './CommunityRow.tsx'
import { OwnRoom } from './OwnRoom.tsx'

/** The rooms one has a part in: one's own, or the way to one, those one helps to run, those one is in. */
export function Communities({ opening }: { opening: ReactNode }) {
  const own = useUser()?.my_room
  return (
    <>
      <Section title="自分のルーム">
        {own ? (
          <OwnRoom id={own.id} />
        ) : (
          <div className="stack">
            <Notice>
              自分のルームはまだありません。無料で開けて、スレッドやイベントで人を迎えられます。
            </Notice>
            {opening}
          </div>
        )}
      </Section>
      <Others />
    </>
  )
}

function Others() {
  const list = useList(rooms.listSubscribed, {})
  return (
    <Section title="関わっているルーム">
      <LoadedList
        of={list}
        skeleton={<SkeletonRows count={3} leading="arch" />}
        empty={<NoneYet />}
        wrap={(rows) => <List carded>{rows}</List>}
        keyOf={({ id }) => id}
      >
        {(room) => <CommunityRow room={room} />}
      </LoadedList>
    </Section>
  )
}

const NoneYet = () => (
  <div className="stack">
    <Notice>参加しているルームがここにならびます。</Notice>
    <Button variant="secondary" size="s" to={paths.results()}>
      ルームをさがす
    </Button>
  </div>
)
