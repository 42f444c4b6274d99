import { BooksTable } from '#pwa/features/operator/money/BooksTable.tsx'
import { OwedRefunds } from '#pwa/features/operator/money/OwedRefunds.tsx'
import { Payments } from '#pwa/features/operator/money/Payments.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Section } from '#pwa/ui/Section.tsx'

export const MoneyPage = () => (
  <Screen title="お金" back={paths.admin} wide>
    <Section title="止まっている返金">
      <OwedRefunds />
    </Section>
    <Section title="帳簿">
      <BooksTable />
    </Section>
    <Section title="お支払い">
      <Payments />
    </Section>
  </Screen>
)
