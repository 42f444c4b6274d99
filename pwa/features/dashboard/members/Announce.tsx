import { Suspense, useState } from 'react'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Button } from '#pwa/ui/button/Button.tsx'

const AnnounceSheet = lazyWithProgress(
  async () => (await import('./AnnounceSheet.tsx')).AnnounceSheet,
)

/** Opens the form for an announcement to all members. */
export function Announce({ room }: { room: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" icon="mail" onClick={() => setOpen(true)}>
        連絡を送る
      </Button>
      <Suspense>{open && <AnnounceSheet room={room} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
