import { rooms } from '#contract/rooms/calls.ts'
import { CommunityHeader } from '#pwa/features/rooms/CommunityHeader.tsx'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { useTodaysName } from '#pwa/features/rooms/useTodaysName.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import css from './CommunityLayout.module.css'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'
import { Page } from './Page.tsx'

/** A room's page outside its tabs, under the room's header. */
export function CommunityLayout({ children }: LayoutProps) {
  const room = useLoad(rooms.getRoom, { params: { id: useRoomId() } })
  useTodaysName(room.data?.id)
  return (
    <Frame header={false}>
      <Loaded
        of={room}
        heading="h1"
        // The page loads its own data meanwhile.
        skeleton={
          <>
            <div className={css.coming} />
            <Page narrow>
              {null}
              {children}
            </Page>
          </>
        }
      >
        {(data) => (
          <>
            <CommunityHeader room={data} />
            <Page narrow>
              <OfflineAlert of={room} />
              {children}
            </Page>
          </>
        )}
      </Loaded>
    </Frame>
  )
}
