import { GateHome } from '#pwa/features/door/scan/GateHome.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'

export const GatePage = () => (
  <Screen title="受付">
    <GateHome />
  </Screen>
)
