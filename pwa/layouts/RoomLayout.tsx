import { rooms } from '#contract/rooms/calls.ts'
import { JoinBar } from '#pwa/features/rooms/join/JoinBar.tsx'
import { MemberHeader } from '#pwa/features/rooms/MemberHeader.tsx'
import { RoomHeader } from '#pwa/features/rooms/RoomHeader.tsx'
import { RoomTabs } from '#pwa/features/rooms/RoomTabs.tsx'
import { isJoinable, relationOf } from '#pwa/features/rooms/relation.ts'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { useTodaysName } from '#pwa/features/rooms/useTodaysName.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useSessionState, useUser } from '#pwa/lib/api/session.tsx'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { SkeletonCover } from '#pwa/ui/loading/SkeletonCover.tsx'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'
import css from './RoomLayout.module.css'

/** A room's header and tabs. */
export function RoomLayout({ children }: LayoutProps) {
  const room = useLoad(rooms.getRoom, { params: { id: useRoomId() } })
  const session = useSessionState()
  const user = useUser()
  useTodaysName(room.data?.id)
  const relation = room.data && relationOf(room.data, session.at)
  const joinable = relation && isJoinable(relation)
  return (
    <Frame header={false} menu={!joinable}>
      <div className={css.room}>
        <Loaded
          of={room}
          heading="h1"
          // The page loads its own data meanwhile.
          skeleton={
            <>
              {/* The head is small for members, who come most often. */}
              {user ? <SkeletonRows count={1} leading="arch" /> : <SkeletonCover of="room" />}
              {null}
              <div className={css.body}>
                {null}
                {children}
              </div>
            </>
          }
        >
          {(data) => (
            <>
              {relation === 'owner' || relation === 'member' ? (
                <MemberHeader room={data} />
              ) : (
                <RoomHeader room={data} />
              )}
              <RoomTabs room={data} />
              <div className={css.body}>
                <OfflineAlert of={room} />
                {children}
              </div>
              {joinable && <JoinBar room={data} />}
            </>
          )}
        </Loaded>
      </div>
    </Frame>
  )
}
