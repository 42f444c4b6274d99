import { type ReactNode, Suspense, useState } from 'react'
import type { Room } from '#contract/rooms/calls.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { roomMenuItems } from './room-menu.ts'
import { useReporting } from './useReporting.tsx'

const WriteSheet = lazyWithProgress(async () => (await import('./WriteSheet.tsx')).WriteSheet)

/** The more menu of a room, with the sheets that it opens. */
export function RoomMenu({ room, children }: { room: Room; children?: ReactNode }) {
  const [writing, setWriting] = useState(false)
  const { report, sheet } = useReporting()
  const items = roomMenuItems(room, {
    onWrite: () => setWriting(true),
    onReport: () => report({ kind: 'room', id: room.id, excerpt: room.title }),
  })
  return (
    <>
      <MenuButton label="その他" items={items}>
        {children}
      </MenuButton>
      {sheet}
      <Suspense>{writing && <WriteSheet room={room} onClose={() => setWriting(false)} />}</Suspense>
    </>
  )
}
