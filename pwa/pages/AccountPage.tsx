import { AccountList } from '#pwa/features/account/AccountList.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { useLogout } from '#pwa/layouts/chrome/useLogout.ts'
import { Page } from '#pwa/layouts/Page.tsx'
import { useUser } from '#pwa/lib/session.tsx'

export function AccountPage() {
  const user = useUser()
  const logout = useLogout()
  return (
    <>
      <Topbar title="アカウント" />
      <Page narrow>{user && <AccountList user={user} onLogout={() => void logout()} />}</Page>
    </>
  )
}
