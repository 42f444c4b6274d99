import { lazy, Suspense, useState } from 'react'
import { Button } from '#pwa/ui/Button.tsx'

const NewRoomOverlay = lazy(async () => ({
  default: (await import('./NewRoomOverlay.tsx')).NewRoomOverlay,
}))

/** For those who have none. */
export function NewRoom({ wide = true }: { wide?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide={wide} icon="plus" onClick={() => setOpen(true)}>
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
