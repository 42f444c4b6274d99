import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { posting } from '#contract/posting.ts'
import { type Thread, threads } from '#contract/threads/calls.ts'
import { keyOf, useSend } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { patchThread } from '#pwa/lib/offline/thread-actions.ts'
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

/** A viewer's actions on a thread: edit, pin, report, delete. */
export function ThreadMenu({ room, roomTitle, thread, onDeleted }: ThreadMenuProps) {
  const user = useUser()
  const client = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'report' | 'delete' | null>(null)
  const params = { roomid: room, threadid: thread.id }
  const pin = useSend(posting.pinThread, { refresh: [threads.listThreads] })
  const remove = useSend(posting.deleteThread)
  const close = () => setOpen(null)

  function togglePin() {
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
  const items: MenuItem[] = [
    ...(thread.can.edit
      ? [{ label: '編集', icon: 'pen', onClick: () => setOpen('edit') } as const]
      : []),
    ...(thread.can.pin
      ? [
          {
            label: thread.pinned ? '固定を外す' : '固定する',
            icon: 'pin',
            onClick: togglePin,
          } as const,
        ]
      : []),
    ...(user && user.name !== thread.member.name
      ? [{ label: '通報', icon: 'flag', onClick: () => setOpen('report') } as const]
      : []),
    ...(thread.can.delete
      ? [{ label: '削除', icon: 'trash', danger: true, onClick: () => setOpen('delete') } as const]
      : []),
  ]
  if (items.length === 0) return null
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
      <ConfirmDialog
        open={open === 'delete'}
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
        busy={remove.isPending}
        error={remove.error?.message ?? null}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess() {
                close()
                showToast('スレッドを削除しました')
                onDeleted?.()
                void client.invalidateQueries({ queryKey: keyOf(threads.listThreads) })
              },
            },
          )
        }
        onClose={() => {
          close()
          remove.reset()
        }}
      />
    </>
  )
}
