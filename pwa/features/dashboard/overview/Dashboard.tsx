import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Attention } from './Attention.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import css from './Dashboard.module.css'
import { MembersCard } from './MembersCard.tsx'
import { NextEventCard } from './NextEventCard.tsx'
import { SalesCard } from './SalesCard.tsx'

/** The owner's overview: money, next event, tasks, members. */
export const Dashboard = ({ room }: { room: string }) => (
  <div className={css.dashboard}>
    <div className={css.column}>
      <div>
        <SalesCard />
      </div>
      <div className={css.third}>
        <Attention room={room} />
      </div>
      <div className={css.fifth}>
        <BalanceCard />
      </div>
    </div>
    <div className={css.column}>
      <div className={css.second}>
        <NextEventCard />
      </div>
      <div className={css.fourth}>
        <MembersCard room={room} />
      </div>
      <div className={css.last}>
        <OwnerLinks />
      </div>
    </div>
  </div>
)

const links = [
  { to: paths.myRoom, icon: 'room', label: 'マイルーム' },
  { to: paths.pastEvents, icon: 'calendar', label: 'イベント' },
  { to: paths.ownTickets, icon: 'ticket', label: '電子チケット' },
  { to: paths.roomMembers, icon: 'users', label: 'メンバー' },
  { to: paths.monetization, icon: 'yen', label: '収益化' },
  { to: paths.saleRecords, icon: 'receipt', label: '売上と書類' },
] as const

/** Links to the owner's other pages. */
const OwnerLinks = () => (
  <nav aria-label="オーナーページのメニュー">
    <List carded>
      {links.map(({ to, icon, label }) => (
        <ListRow key={to} to={to} leading={<Icon name={icon} />} title={label} />
      ))}
    </List>
  </nav>
)
