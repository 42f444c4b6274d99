import { HelpAdmin } from '#pwa/features/operator/help/HelpAdmin.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AdminHelpPage = () => (
  <Screen title="ヘルプ" back={paths.admin}>
    <HelpAdmin />
  </Screen>
)
