import { type ReactNode, Suspense, useState } from 'react'
import type { Room } from '#contract/rooms/calls.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'
import type { MenuItem } from '#pwa/ui/overlay/Menu.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { useReporting } from './useReporting.tsx'

interface RoomMenuItem {
  onWrite: () => void
  onReport: () => void
}

/** The more menu: four help items for all; before them edit and delete for the owner, a message for members. */
function roomMenuItems(room: Room, { onWrite, onReport }: RoomMenuItem): MenuItem[] {
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
  const write: MenuItem = { label: 'メッセージを送る', icon: 'mail', onClick: onWrite }
  const report: MenuItem = { label: 'ルームを通報', icon: 'flag', onClick: onReport }
  return [...(room.subscribed ? [write] : []), ...help, report]
}

const WriteSheet = lazyWithProgress(async () => (await import('./WriteSheet.tsx')).WriteSheet)

/** The more menu of a room, with the sheets that it opens. */
export function RoomMenu({ room, children }: { room: Room; children?: ReactNode }) {
  const [writing, setWriting] = useState(false)
  const { report, sheet } = useReporting()
  const items = roomMenuItems(room, {
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
