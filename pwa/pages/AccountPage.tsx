import { AccountList } from '#pwa/features/account/AccountList.tsx'
import { useLogout } from '#pwa/layouts/chrome/useLogout.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'

export function AccountPage() {
  const user = useUser()
  const logout = useLogout()
  return (
    <Screen title="アカウント" wide>
      {user && <AccountList user={user} onLogout={logout.ask} />}
      {logout.question}
    </Screen>
  )
}
