import { Devices } from '#pwa/features/account/Devices.tsx'
import { PasswordFacts } from '#pwa/features/account/PasswordFacts.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const PasswordPage = () => (
  <>
    <Topbar title="パスワードと端末" back={paths.account} />
    <Page narrow>
      <Devices />
      <PasswordFacts />
    </Page>
  </>
)
