import { Suspense, useState } from 'react'
import { createNaming } from '#pwa/lib/api/sending.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Button } from '#pwa/ui/button/Button.tsx'

const AnnounceSheet = lazyWithProgress(
  async () => (await import('./AnnounceSheet.tsx')).AnnounceSheet,
)

/** Opens the form for an announcement to all members; the draft is kept while the page is open. */
export function Announce({ room }: { room: string }) {
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState({ title: '', text: '' })
  const [naming] = useState(createNaming)
  return (
    <>
      <Button variant="secondary" icon="mail" onClick={() => setOpen(true)}>
        お知らせを送る
      </Button>
      <Suspense>
        {open && (
          <AnnounceSheet
            room={room}
            draft={draft}
            naming={naming}
            onDraft={setDraft}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
