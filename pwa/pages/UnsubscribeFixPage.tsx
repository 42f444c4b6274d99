import { StillHere } from '#pwa/features/account/StillHere.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'

export function UnsubscribeFixPage() {
  const user = useUser()
  return (
    <>
      <Topbar title="退会の確認" back={paths.unsubscribe} />
      <Page narrow>{user && <StillHere user={user} />}</Page>
    </>
  )
}
