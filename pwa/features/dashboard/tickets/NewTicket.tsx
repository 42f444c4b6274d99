import { Suspense, useState } from 'react'
import { lazily } from '#pwa/lib/lazily.ts'
import { Button } from '#pwa/ui/Button.tsx'

const TicketEditor = lazily(async () => (await import('./TicketEditor.tsx')).TicketEditor)

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
