import type { ReactNode } from 'react'
import { rooms } from '#contract/rooms/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { CommunityRow } from './CommunityRow.tsx'
import { OwnRoom } from './OwnRoom.tsx'

/** The user's rooms: their own or a link to open one, those they help to run, those they are a member of. */
export function Communities({ opening }: { opening: ReactNode }) {
  const own = useUser()?.my_room
  return (
    <>
      <Section title="自分のルーム">
        {own ? (
          <OwnRoom id={own.id} />
        ) : (
          <div className="stack">
            <Alert>
              自分のルームはまだありません。無料で開けて、スレッドやイベントで人を迎えられます。
            </Alert>
            {opening}
          </div>
        )}
      </Section>
      <RelatedRooms />
    </>
  )
}

function RelatedRooms() {
  const list = useList(rooms.listSubscribed, {})
  return (
    <Section title="参加しているルーム">
      <LoadedList
        of={list}
        skeleton={<SkeletonRows count={3} leading="arch" />}
        empty={<NoneYet />}
        keyOf={({ id }) => id}
      >
        {(room) => <CommunityRow room={room} />}
      </LoadedList>
    </Section>
  )
}

const NoneYet = () => (
  <div className="stack">
    <Alert>参加しているルームがここにならびます。</Alert>
    <Button variant="secondary" size="s" to={paths.results()}>
      ルームをさがす
    </Button>
  </div>
)
