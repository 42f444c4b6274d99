import { Section } from '#pwa/ui/layout/Section.tsx'
import { FailedWork } from './FailedWork.tsx'
import { HealthFacts } from './HealthFacts.tsx'

export const Health = () => (
  <>
    <HealthFacts />
    <Section title="失敗した処理">
      <FailedWork />
    </Section>
  </>
)
