import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'

const links = [
  { to: paths.myRoom, icon: 'room', label: 'マイルーム' },
  { to: paths.pastEvents, icon: 'calendar', label: 'イベントの実績' },
  { to: paths.ownTickets, icon: 'ticket', label: '電子チケット' },
  { to: paths.roomMembers, icon: 'users', label: 'メンバー' },
  { to: paths.monetization, icon: 'yen', label: '収益化' },
] as const

/** Links to the owner's other pages. */
export const OwnerLinks = () => (
  <nav aria-label="オーナーページのメニュー">
    <List carded>
      {links.map(({ to, icon, label }) => (
        <ListRow key={to} to={to} leading={<Icon name={icon} />} title={label} />
      ))}
    </List>
  </nav>
)
