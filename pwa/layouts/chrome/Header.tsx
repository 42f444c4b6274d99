import { Link } from 'react-router-dom'
import type { User } from '#contract/account.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useSessionState } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Face } from '#pwa/ui/Face.tsx'
import { IconButton } from '#pwa/ui/IconButton.tsx'
import { Logo } from '#pwa/ui/Logo.tsx'
import { OfficialBadge } from '#pwa/ui/OfficialBadge.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import css from './Header.module.css'
import { SearchButton } from './SearchButton.tsx'

/** Logo, search, and who is here: two ways in for visitors, oneself for members. */
export function Header() {
  const session = useSessionState()
  return (
    <header className={css.bar}>
      <Link to={paths.home} className={css.home}>
        <Logo />
      </Link>
      <SearchButton wide />
      <span className="grow" />
      <SearchButton />
      {session.at === 'member' && <Myself user={session.user} />}
      {session.at === 'visitor' && <WaysIn />}
    </header>
  )
}

const WaysIn = () => (
  <>
    <Button variant="quiet" size="s" to={paths.login}>
      ログイン
    </Button>
    <Button size="s" to={paths.signup}>
      新規登録
    </Button>
  </>
)

function Myself({ user }: { user: User }) {
  const { display_name, name, unread_messages, official_flg, icon_image_small_path } = user
  const unread = unread_messages > 0
  return (
    <>
      <IconButton
        icon="bell"
        label={unread ? `お知らせ（未読${unread_messages}件）` : 'お知らせ'}
        dot={unread}
        to={paths.messages}
      />
      <Link to={paths.account} className={css.me}>
        <Face src={icon_image_small_path} size="s" />
        <span className={css.name}>{display_name || `@${name}`}</span>
        {official_flg === 1 && <OfficialBadge />}
        <span className="sr">のアカウント</span>
      </Link>
      <AccountMenu user={user} />
    </>
  )
}
