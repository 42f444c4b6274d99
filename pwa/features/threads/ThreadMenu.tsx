import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type Thread, threads } from '#contract/threads/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { keyOf, useSend } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { patchThread } from '#pwa/lib/offline/thread-actions.ts'
import { paths } from '#pwa/lib/paths.ts'
import { absoluteUrl, shareUrl } from '#pwa/lib/share.ts'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import type { MenuItem } from '#pwa/ui/overlay/Menu.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const ThreadPanel = lazyWithProgress(async () => (await import('./ThreadPanel.tsx')).ThreadPanel)
// Loaded on demand, as reports are rare.
const ReportSheet = lazyWithProgress(
  async () => (await import('#pwa/features/reports/ReportSheet.tsx')).ReportSheet,
)

interface ThreadMenuProps {
  room: string
  roomTitle: string
  thread: Thread
  /** Called after the deletion. */
  onDeleted?: () => void
}

/** A viewer's actions on a thread: share, edit, pin, report, delete. */
export function ThreadMenu({ room, roomTitle, thread, onDeleted }: ThreadMenuProps) {
  const user = useUser()
  const [open, setOpen] = useState<Opened | null>(null)
  const togglePin = useTogglePin(room, thread)
  const close = () => setOpen(null)
  const mayReport = user !== null && user.name !== thread.member.name
  const share = () =>
    void shareUrl({ title: thread.title, url: absoluteUrl(paths.thread(room, thread.id)) })
  const items = itemsOf(thread, { mayReport, open: setOpen, togglePin, share })
  const excerpt = `${thread.member.display_name}: ${thread.title}`
  return (
    <>
      <MenuButton label={`「${thread.title}」の操作`} items={items} />
      <Suspense>
        {open === 'edit' && (
          <ThreadPanel
            room={room}
            roomTitle={roomTitle}
            thread={thread}
            onClose={close}
            onDone={() => {
              close()
              showToast('保存しました')
            }}
          />
        )}
        {open === 'report' && (
          <ReportSheet of={{ kind: 'thread', id: thread.id, excerpt }} onClose={close} />
        )}
      </Suspense>
      <DeleteThread
        open={open === 'delete'}
        room={room}
        thread={thread}
        onClose={close}
        onDeleted={onDeleted}
      />
    </>
  )
}

type Opened = 'edit' | 'report' | 'delete'

interface ThreadActions {
  mayReport: boolean
  open: (what: Opened) => void
  togglePin: () => void
  share: () => void
}

function itemsOf(
  { can, pinned }: Thread,
  { mayReport, open, togglePin, share }: ThreadActions,
): MenuItem[] {
  const pinLabel = pinned ? '固定を外す' : '固定する'
  const items: (MenuItem | false)[] = [
    { label: '共有', icon: 'share', onClick: share },
    can.edit && { label: '編集', icon: 'pen', onClick: () => open('edit') },
    can.pin && { label: pinLabel, icon: 'pin', onClick: togglePin },
    mayReport && { label: '通報', icon: 'flag', onClick: () => open('report') },
    can.delete && { label: '削除', icon: 'trash', danger: true, onClick: () => open('delete') },
  ]
  return items.filter((item) => item !== false)
}

function useTogglePin(room: string, thread: Thread) {
  const client = useQueryClient()
  const pin = useSend(posting.pinThread, { refresh: [threads.listThreads] })
  const params = { roomid: room, threadid: thread.id }
  return () => {
    const pinned = !thread.pinned
    pin.mutate(
      { params, body: { pinned } },
      {
        onSuccess() {
          patchThread(client, params, () => ({ pinned }))
          showToast(pinned ? 'スレッドを固定しました' : 'スレッドの固定を外しました')
        },
        onError: (error) => showToast(error.message),
      },
    )
  }
}

interface DeleteThreadProps {
  open: boolean
  room: string
  thread: Thread
  onClose: () => void
  onDeleted: (() => void) | undefined
}

function DeleteThread({ open, room, thread, onClose, onDeleted }: DeleteThreadProps) {
  const client = useQueryClient()
  const remove = useSend(posting.deleteThread)
  return (
    <ConfirmDialog
      open={open}
      danger
      title="このスレッドを削除しますか？"
      text={
        <>
          元に戻すことはできません。
          <br />
          投稿、コメント、リアクションはすべて削除されます。
        </>
      }
      confirm="破棄する"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { roomid: room, threadid: thread.id } })
        showToast('スレッドを削除しました')
        onDeleted?.()
        void client.invalidateQueries({ queryKey: keyOf(threads.listThreads) })
      }}
      onClose={onClose}
    />
  )
}
