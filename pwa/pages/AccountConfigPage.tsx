import { AccountFacts } from '#pwa/features/account/AccountFacts.tsx'
import { NotificationSettings } from '#pwa/features/account/NotificationSettings.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'

export function AccountConfigPage() {
  const user = useUser()
  return (
    <>
      <Topbar title="アカウントと通知" back={paths.account} />
      {user && (
        <Page narrow>
          <NotificationSettings user={user} />
          <AccountFacts user={user} />
        </Page>
      )}
    </>
  )
}
