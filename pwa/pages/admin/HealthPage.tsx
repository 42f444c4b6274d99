import { FailedWork } from '#pwa/features/operator/system/FailedWork.tsx'
import { HealthFacts } from '#pwa/features/operator/system/HealthFacts.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Section } from '#pwa/ui/layout/Section.tsx'

export const HealthPage = () => (
  <Screen title="システムの状態" back={paths.admin}>
    <HealthFacts />
    <Section title="失敗した処理">
      <FailedWork />
    </Section>
  </Screen>
)
