import { type ReactNode, Suspense, useState } from 'react'
import { type Room, rooms } from '#contract/rooms/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'
import type { MenuItem } from '#pwa/ui/overlay/Menu.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { useReporting } from './useReporting.tsx'

interface RoomMenuItem {
  onWrite: () => void
  onMute: (muted: boolean) => void
  onReport: () => void
}

/** The more menu: four help items for all; before them edit and delete for the owner, the membership for members. */
function roomMenuItems(room: Room, { onWrite, onMute, onReport }: RoomMenuItem): MenuItem[] {
  const help: MenuItem[] = [
    { label: 'ルームの電子チケット', icon: 'ticket', to: paths.roomTickets(room.id) },
    { label: 'ヘルプ', icon: 'help', to: paths.help },
    { label: 'お支払いについて', icon: 'card', to: paths.helpPayment },
    { label: '利用規約', icon: 'info', to: paths.terms },
  ]
  if (room.is_owner)
    return [
      { label: 'ルームを編集', icon: 'pen', to: paths.myRoom },
      { label: 'ルームを削除', icon: 'trash', danger: true, to: paths.myRoom },
      ...help,
    ]
  const report: MenuItem = { label: 'ルームを通報', icon: 'flag', onClick: onReport }
  if (!room.subscribed) return [...help, report]
  const { muted = false } = room
  return [
    { label: 'メッセージを送る', icon: 'mail', onClick: onWrite },
    {
      label: muted ? '新しい投稿の通知を受け取る' : '新しい投稿の通知を止める',
      icon: muted ? 'bell' : 'mute',
      onClick: () => onMute(!muted),
    },
    { label: '参加の内容・退会', icon: 'room', to: paths.roomSetting(room.id) },
    ...help,
    report,
  ]
}

/** Stops the notifications of new threads and events of a room, or takes them up again. */
function useMuting({ id }: Room) {
  const { mutateAsync } = useSend(rooms.muteRoom, { refresh: [rooms.getRoom] })
  return (muted: boolean) =>
    void mutateAsync({ params: { id }, body: { muted } }).then(
      () => showToast(muted ? 'このルームの通知を止めました' : 'このルームの通知を受け取ります'),
      (error: Error) => showToast(error.message),
    )
}

const WriteSheet = lazyWithProgress(async () => (await import('./WriteSheet.tsx')).WriteSheet)

/** The more menu of a room, with the sheets that it opens. */
export function RoomMenu({ room, children }: { room: Room; children?: ReactNode }) {
  const [writing, setWriting] = useState(false)
  const { report, sheet } = useReporting()
  const mute = useMuting(room)
  const items = roomMenuItems(room, {
    onMute: mute,
    onWrite: () => setWriting(true),
    onReport: () => report({ kind: 'room', id: room.id, excerpt: room.title }),
  })
  return (
    <>
      <MenuButton label="その他" items={items}>
        {children}
      </MenuButton>
      {sheet}
      <Suspense>{writing && <WriteSheet room={room} onClose={() => setWriting(false)} />}</Suspense>
    </>
  )
}
