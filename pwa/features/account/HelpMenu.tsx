import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'

const items = [
  {
    to: paths.help,
    icon: 'user',
    label: 'アカウント',
    note: '登録、ログイン、プロフィール、通知のこと',
  },
  {
    to: paths.helpPayment,
    icon: 'card',
    label: 'お支払い',
    note: '参加費の更新、チケットの購入、返金のこと',
  },
  { to: paths.helpOther, icon: 'help', label: 'その他', note: '視聴の環境、ルームの運営のこと' },
] as const

export const HelpMenu = () => (
  <List carded>
    {items.map(({ to, icon, label, note }) => (
      <ListRow key={to} to={to} leading={<Icon name={icon} />} title={label} note={note} />
    ))}
  </List>
)
