import { Link } from 'react-router-dom'
import type { User } from '#contract/account/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { OfficialBadge } from '#pwa/ui/badge/OfficialBadge.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import css from './Myself.module.css'

/** A member's part of the header: unread counts, avatar and menu. */
export function Myself({ user }: { user: User }) {
  const { display_name, name, unread_notifications, official_flg, icon_image_small_path } = user
  return (
    <>
      <IconButton
        icon="bell"
        label="通知"
        count={unread_notifications}
        unit="件の未読"
        to={paths.notifications}
      />
      <Link to={paths.account} className={css.me}>
        <Avatar src={icon_image_small_path} size="s" />
        <span className={css.name}>{display_name || `@${name}`}</span>
        {official_flg === 1 && <OfficialBadge />}
        <span className="sr">のアカウント</span>
      </Link>
      <AccountMenu user={user} />
    </>
  )
}
