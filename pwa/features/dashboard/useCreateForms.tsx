import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { rooms } from '#contract/rooms/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'

const ThreadPanel = lazyWithProgress(
  async () => (await import('#pwa/features/threads/ThreadPanel.tsx')).ThreadPanel,
)
const EventEditor = lazyWithProgress(
  async () => (await import('./events/EventEditor.tsx')).EventEditor,
)

/** The forms of a new thread and a new event in the owner's room, opened over the page on which the owner is. */
export function useCreateForms() {
  const [opened, open] = useState<'thread' | 'event' | null>(null)
  const navigate = useNavigate()
  const id = useUser()?.my_room?.id
  const room = useLoad(
    rooms.getRoom,
    { params: { id: id ?? '' } },
    { enabled: opened === 'thread' && id !== undefined },
  )
  const close = () => open(null)
  const forms = (
    <>
      {opened === 'event' && (
        <Suspense>
          <EventEditor event={null} onClose={close} />
        </Suspense>
      )}
      {opened === 'thread' && id !== undefined && room.data && (
        <Suspense>
          <ThreadPanel
            room={id}
            roomTitle={room.data.title}
            thread={null}
            onDone={(thread) => {
              void navigate(paths.thread(id, thread.id))
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
  return { id, open, forms }
}
