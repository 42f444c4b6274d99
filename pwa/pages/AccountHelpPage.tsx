import { HelpMenu } from '#pwa/features/account/HelpMenu.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AccountHelpPage = () => (
  <>
    <Topbar title="ヘルプ" back={paths.account} />
    <Page narrow>
      <HelpMenu />
    </Page>
  </>
)
