import { AdminLinks } from '#pwa/features/operator/overview/AdminLinks.tsx'
import { PendingTasks } from '#pwa/features/operator/overview/PendingTasks.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Section } from '#pwa/ui/layout/Section.tsx'

export const OverviewPage = () => (
  <Screen title="運営デスク" back={paths.account}>
    <PendingTasks>
      <Section title="メニュー">
        <AdminLinks />
      </Section>
    </PendingTasks>
  </Screen>
)
