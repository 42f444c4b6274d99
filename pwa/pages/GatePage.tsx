import { GateHome } from '#pwa/features/door/scan/GateHome.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'

export const GatePage = () => (
  <Screen title={PAGE_NAMES['/gate']}>
    <GateHome />
  </Screen>
)
