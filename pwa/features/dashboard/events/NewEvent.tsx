import { Suspense, useState } from 'react'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Button } from '#pwa/ui/button/Button.tsx'

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
