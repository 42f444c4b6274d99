import { CreateMenu } from '#pwa/features/dashboard/CreateMenu.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { BarFrame } from './BarFrame.tsx'
import type { Destination } from './chrome/navigation.ts'
import { SectionBar } from './chrome/SectionBar.tsx'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

const sections: Destination[] = [
  { to: paths.dashboard, icon: 'chart', label: '概要', end: true },
  { to: paths.myRoom, icon: 'room', label: 'マイルーム' },
  { to: paths.pastEvents, icon: 'calendar', label: 'イベント' },
  { to: paths.ownTickets, icon: 'ticket', label: '電子チケット' },
  { to: paths.roomMembers, icon: 'users', label: 'メンバー' },
  { to: paths.monetization, icon: 'yen', label: '収益化' },
  { to: paths.saleRecords, icon: 'receipt', label: '売上と書類' },
]

/** An owner's pages: their sections above the page, or beside it on wide screens, and ＋ for something new. */
export function OwnerLayout({ children }: LayoutProps) {
  const room = useUser()?.my_room
  // Who has no room yet sees on each page what it is for, and at gates staff see the ticket.
  if (!room) return <Frame header={false}>{children}</Frame>
  const bar = (
    <SectionBar label="オーナーページのメニュー" items={sections} wide="beside">
      <CreateMenu />
    </SectionBar>
  )
  return <BarFrame bar={bar}>{children}</BarFrame>
}
