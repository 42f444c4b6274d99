import { SwitchAdmin } from '#pwa/features/operator/switches/SwitchAdmin.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const SwitchesPage = () => (
  <Screen title="機能の切り替え" back={paths.admin}>
    <SwitchAdmin />
  </Screen>
)
