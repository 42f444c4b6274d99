import type { User } from '#contract/account/calls.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import css from './AccountList.module.css'
import { accountLinks } from './account-links.ts'
import { Me } from './Me.tsx'

export const AccountList = ({ user, onLogout }: { user: User; onLogout: () => void }) => (
  <div className={css.groups}>
    <Me user={user} />
    {accountLinks(user).map(({ title, links }) => (
      <nav key={title} aria-label={title}>
        <h2 className={css.title}>{title}</h2>
        <List carded>
          {links.map(({ to, label, icon, note, count = 0 }) => (
            <ListRow
              key={to}
              to={to}
              leading={<Icon name={icon} />}
              title={label}
              trailing={
                count > 0 ? (
                  <Badge tone="live">
                    {count}
                    <span className="sr">件の未読</span>
                  </Badge>
                ) : (
                  note
                )
              }
            />
          ))}
        </List>
      </nav>
    ))}
    <List carded>
      <ListRow leading={<Icon name="logout" />} title="ログアウト" onClick={onLogout} />
    </List>
  </div>
)
