import { useLocation } from 'react-router-dom'
import type { Room } from '#contract/rooms/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Tabs } from '#pwa/ui/layout/Tabs.tsx'
import css from './RoomTabs.module.css'

const LOCKED = '公開されていません'

/** Five equal tabs; Movie and Shop are locked, Talk is locked for non-members. */
export function RoomTabs({ room }: { room: Room }) {
  const { pathname } = useLocation()
  const atRoot = pathname === paths.room(room.id)
  // Digital tickets are under the event tab.
  const atTickets = pathname === paths.roomTickets(room.id)
  const talk = { label: 'トーク', to: paths.roomTalk(room.id), current: atRoot && room.can.read }
  return (
    <div className={css.tabs}>
      <Tabs
        label="ルームのページ"
        tabs={[
          { label: '概要', to: paths.roomAbout(room.id), current: atRoot && !room.can.read },
          { label: 'イベント', to: paths.roomEvents(room.id), current: atTickets },
          room.can.read ? talk : { ...talk, locked: '参加すると見られます' },
          { label: 'Movie', to: '', locked: LOCKED },
          { label: 'Shop', to: '', locked: LOCKED },
        ]}
      />
    </div>
  )
}
