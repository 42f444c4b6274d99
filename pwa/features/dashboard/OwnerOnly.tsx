import type { ReactNode } from 'react'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { NewRoom } from './room/NewRoom.tsx'

interface OwnerOnlyProps {
  /** The content of the page, for example 今月の売上とこれからのイベント. */
  what: string
  children: (room: string) => ReactNode
}

/** Shows an owner's page to users with a room; others see its purpose and a link to open a room. */
export function OwnerOnly({ what, children }: OwnerOnlyProps) {
  const room = useUser()?.my_room
  if (room) return children(room.id)
  return (
    <StateScreen
      kind="empty"
      title="自分のルームを持つ方のページです"
      text={`ルームを開いている方には、${what}がここに表示されます。`}
      actions={
        <>
          <NewRoom />
          <Button variant="secondary" to={paths.openRoom}>
            ルームを開くとできること
          </Button>
        </>
      }
    />
  )
}
