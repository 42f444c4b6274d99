import type { User } from '#contract/account/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { UnreadCount } from '#pwa/ui/badge/UnreadCount.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './AccountList.module.css'
import { accountLinks } from './account-links.ts'

/** The user, with a link to their public page. */
const Me = ({ user }: { user: User }) => (
  <List carded>
    <ListRow
      to={paths.profile(user.name)}
      leading={<Avatar src={user.icon_image_small_path} size="l" />}
      title={<Byline name={user.display_name} official={user.official_flg === 1} />}
      note={`@${user.name}`}
    />
  </List>
)

export const AccountList = ({ user, onLogout }: { user: User; onLogout: () => void }) => (
  <div className={css.groups}>
    <Me user={user} />
    {accountLinks(user).map(({ title, links }) => (
      <nav key={title} aria-label={title}>
        <h2 className={css.title}>{title}</h2>
        <List carded>
          {links.map(({ to, label, icon, note, count = 0, inSideNav }) => (
            <ListRow
              key={to}
              className={inSideNav && css.besides}
              to={to}
              leading={<Icon name={icon} />}
              title={label}
              trailing={count > 0 ? <UnreadCount count={count} /> : note}
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
