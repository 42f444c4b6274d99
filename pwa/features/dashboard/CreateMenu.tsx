import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { rooms } from '#contract/rooms/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import css from './CreateMenu.module.css'

const ThreadPanel = lazyWithProgress(
  async () => (await import('#pwa/features/threads/ThreadPanel.tsx')).ThreadPanel,
)
const EventEditor = lazyWithProgress(
  async () => (await import('./events/EventEditor.tsx')).EventEditor,
)

/** ＋: everything that an owner can begin, on every page of theirs. */
export function CreateMenu() {
  const [open, setOpen] = useState<'thread' | 'event' | null>(null)
  const navigate = useNavigate()
  const id = useUser()?.my_room?.id
  const room = useLoad(
    rooms.getRoom,
    { params: { id: id ?? '' } },
    { enabled: open === 'thread' && id !== undefined },
  )
  if (id === undefined) return null
  const close = () => setOpen(null)
  return (
    <>
      <MenuButton
        label="新しく作る"
        items={[
          { label: 'スレッドを書く', icon: 'pen', onClick: () => setOpen('thread') },
          { label: 'イベントを作成する', icon: 'calendar', onClick: () => setOpen('event') },
          { label: '電子チケットを作成する', icon: 'ticket', to: paths.createTicket },
        ]}
      >
        <span className={css.plus}>
          <Icon name="plus" />
          <span className={css.word}>作る</span>
        </span>
      </MenuButton>
      {open === 'event' && (
        <Suspense>
          <EventEditor event={null} onClose={close} />
        </Suspense>
      )}
      {open === 'thread' && room.data && (
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
}
