import { HelpMenu } from '#pwa/features/account/HelpMenu.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AccountHelpPage = () => (
  <Screen title="ヘルプ" back={paths.account}>
    <HelpMenu />
  </Screen>
)
