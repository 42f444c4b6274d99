import { Suspense, useState } from 'react'
import type { Room } from '#contract/rooms/calls.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import css from './NewThread.module.css'

const ThreadPanel = lazyWithProgress(async () => (await import('./ThreadPanel.tsx')).ThreadPanel)

/** The button for a new thread, for users who may post. */
export function NewThread({ room }: { room: Room }) {
  const [open, setOpen] = useState(false)
  if (!room.can.post) return null
  return (
    <>
      <div className={css.new}>
        <Button wide icon="plus" onClick={() => setOpen(true)}>
          新しいスレッド
        </Button>
      </div>
      {open && (
        <Suspense>
          <ThreadPanel
            room={room.id}
            roomTitle={room.title}
            thread={null}
            onDone={() => {
              // First goes back in the history, so that the reloaded page has no open panel.
              window.addEventListener('popstate', () => location.reload(), { once: true })
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
