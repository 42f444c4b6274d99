import { Suspense, useState } from 'react'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'

const EventEditor = lazyWithProgress(async () => (await import('./EventEditor.tsx')).EventEditor)

/** The button for a new event, for users with a room. */
export function NewEvent() {
  const [open, setOpen] = useState(false)
  if (!useUser()?.my_room) return null
  return (
    <>
      <Button wide icon="plus" onClick={() => setOpen(true)}>
        イベントを作成する
      </Button>
      {open && (
        <Suspense>
          <EventEditor event={null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
