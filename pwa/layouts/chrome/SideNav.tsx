import { Link } from 'react-router-dom'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { Logo } from '#pwa/ui/picture/Logo.tsx'
import { NavList } from './NavList.tsx'
import { firstList, notificationList, secondList, sideTop, visitorList } from './navigation.ts'
import css from './SideNav.module.css'

/** The side navigation, on wide screens only. */
export function SideNav() {
  const user = useUser()
  return (
    <nav className={css.side} aria-label="メイン">
      <Link to={paths.home} className={css.home}>
        <Logo />
      </Link>
      <NavList items={user ? [...sideTop, notificationList(user), ...firstList(user)] : sideTop} />
      <NavList items={user ? secondList(user) : visitorList} />
      {!user && (
        <div className={css.ways}>
          <Button size="s" wide to={paths.signup}>
            新規登録
          </Button>
          <Button size="s" wide variant="quiet" to={paths.login}>
            ログイン
          </Button>
        </div>
      )}
      {user && (
        <Link to={paths.account} className={css.me}>
          <Avatar src={user.icon_image_small_path} />
          <span className={cx('grow', css.name)}>
            <b className="small clip1">{user.display_name}</b>
            <span className="note muted">@{user.name}</span>
          </span>
        </Link>
      )}
    </nav>
  )
}
