import { type ReactNode, Suspense, useState } from 'react'
import type { Room } from '#contract/rooms.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { MenuButton } from '#pwa/ui/MenuButton.tsx'
import { othersOf } from './others.ts'
import { useReporting } from './useReporting.tsx'

const WriteSheet = lazyWithProgress(async () => (await import('./WriteSheet.tsx')).WriteSheet)

/** The more menu of a room, with what its items open. */
export function RoomMenu({ room, children }: { room: Room; children?: ReactNode }) {
  const [writing, setWriting] = useState(false)
  const { report, sheet } = useReporting()
  const items = othersOf(room, {
    onWrite: () => setWriting(true),
    onReport: () => report({ kind: 'room', id: room.id, words: room.title }),
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
