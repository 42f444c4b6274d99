import { Leaving } from '#pwa/features/account/Leaving.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'

export function UnsubscribePage() {
  const user = useUser()
  return (
    <>
      <Topbar title="退会について" back={paths.account} />
      <Page narrow>{user && <Leaving user={user} />}</Page>
    </>
  )
}
