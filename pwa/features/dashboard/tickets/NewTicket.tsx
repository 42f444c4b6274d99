import { lazy, Suspense, useState } from 'react'
import { Button } from '#pwa/ui/Button.tsx'

const TicketEditor = lazy(async () => ({
  default: (await import('./TicketEditor.tsx')).TicketEditor,
}))

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
