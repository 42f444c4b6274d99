import { HelpDesk } from '#pwa/features/operator/help/HelpDesk.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const HelpDeskPage = () => (
  <Screen title="ヘルプ" back={paths.admin}>
    <HelpDesk />
  </Screen>
)
