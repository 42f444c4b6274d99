import { Communities } from '#pwa/features/account/Communities.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AccountCommunityPage = () => (
  <>
    <Topbar title="運営しているルーム" back={paths.account} />
    <Page narrow>
      <Communities />
    </Page>
  </>
)
