import type { ReactNode } from 'react'
import { useUser } from '#pwa/lib/api/session.tsx'
import { Opening } from './opening/Opening.tsx'
import { NewRoom } from './room/NewRoom.tsx'

interface OwnerOnlyProps {
  /** The content of the page, for example 今月の売上とこれからのイベント. */
  what: string
  children: (room: string) => ReactNode
}

/** Shows an owner's page to users with a room; others see what opening one brings. */
export function OwnerOnly({ what, children }: OwnerOnlyProps) {
  const room = useUser()?.my_room
  if (room) return children(room.id)
  return (
    <Opening>
      <h2>ルームを開くと、ここが使えます</h2>
      <p>{what}が、ここに表示されます。</p>
      <NewRoom wide={false} />
    </Opening>
  )
}
