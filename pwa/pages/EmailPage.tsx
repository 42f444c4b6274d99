import { EmailFacts } from '#pwa/features/account/EmailFacts.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'

export function EmailPage() {
  const user = useUser()
  return (
    <>
      <Topbar title="メールアドレス" back={paths.account} />
      <Page narrow>{user && <EmailFacts user={user} />}</Page>
    </>
  )
}
