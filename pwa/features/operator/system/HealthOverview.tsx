import { Section } from '#pwa/ui/layout/Section.tsx'
import { FailedWorkList } from './FailedWorkList.tsx'
import { HealthFacts } from './HealthFacts.tsx'

export const HealthOverview = () => (
  <>
    <HealthFacts />
    <Section title="失敗した処理">
      <FailedWorkList />
    </Section>
  </>
)
