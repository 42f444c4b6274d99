import { useEffect, useRef } from 'react'
import type { User } from '#contract/account/calls.ts'
import { flags, setFlags } from '#pwa/lib/flags.ts'
import { useStore } from '#pwa/lib/store.ts'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './AccountMenu.module.css'
import { NavList } from './NavList.tsx'
import { firstList, secondList } from './navigation.ts'
import { useLogout } from './useLogout.tsx'

const close = () => setFlags({ user_menu: false })

/** The global navigation of members: both lists, and logout. */
export function AccountMenu({ user }: { user: User }) {
  const { user_menu } = useStore(flags)
  const box = useRef<HTMLDivElement>(null)
  useClosing(box, user_menu)
  return (
    <div ref={box} className={css.box}>
      <IconButton
        icon="menu"
        label="アカウントメニュー"
        aria-expanded={user_menu}
        aria-controls="account-menu"
        onClick={() => setFlags({ user_menu: !user_menu })}
      />
      {user_menu && <Panel user={user} />}
    </div>
  )
}

function Panel({ user }: { user: User }) {
  const logout = useLogout()
  return (
    <nav id="account-menu" className={css.panel} aria-label="アカウントメニュー">
      <NavList items={firstList(user)} />
      <NavList items={secondList(user)} />
      <button type="button" className={css.logout} onClick={logout.ask}>
        <Icon name="logout" />
        ログアウト
      </button>
      {logout.question}
    </nav>
  )
}

/** Escape and an outside press close it; Escape returns the focus. */
function useClosing(box: React.RefObject<HTMLDivElement | null>, open: boolean) {
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      box.current?.querySelector('button')?.focus()
    }
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && box.current?.contains(target))) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [open, box])
}
