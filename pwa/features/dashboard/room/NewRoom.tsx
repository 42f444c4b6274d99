import { Suspense, useState } from 'react'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'

const NewRoomOverlay = lazyWithProgress(
  async () => (await import('./NewRoomOverlay.tsx')).NewRoomOverlay,
)

/** For users without a room. */
export function NewRoom({ wide = true }: { wide?: boolean }) {
  const [open, setOpen] = useState(false)
  const paused = usePaused('new_room')
  return (
    <>
      <Paused name="new_room" />
      <Button wide={wide} icon="plus" disabled={paused} onClick={() => setOpen(true)}>
        ルームを開く
      </Button>
      {open && (
        <Suspense>
          <NewRoomOverlay onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
