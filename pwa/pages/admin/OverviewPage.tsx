import { AdminLinks } from '#pwa/features/operator/overview/AdminLinks.tsx'
import { Todo } from '#pwa/features/operator/overview/PendingTasks.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Section } from '#pwa/ui/layout/Section.tsx'

export const OverviewPage = () => (
  <Screen title="運営デスク" back={paths.account}>
    <Todo>
      <Section title="メニュー">
        <AdminLinks />
      </Section>
    </Todo>
  </Screen>
)
