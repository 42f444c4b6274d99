import { DeskLinks } from '#pwa/features/operator/overview/DeskLinks.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const OverviewPage = () => (
  <Screen title="運営デスク" back={paths.account}>
    <DeskLinks />
  </Screen>
)
