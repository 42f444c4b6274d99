import { Suspense, useState } from 'react'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Button } from '#pwa/ui/button/Button.tsx'

const TicketEditor = lazyWithProgress(async () => (await import('./TicketEditor.tsx')).TicketEditor)

export function NewTicket({ room }: { room: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide icon="plus" onClick={() => setOpen(true)}>
        電子チケットを作成する
      </Button>
      {open && (
        <Suspense>
          <TicketEditor room={room} ticket={null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
