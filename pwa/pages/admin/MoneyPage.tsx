import { FeeAdmin } from '#pwa/features/operator/fee/FeeAdmin.tsx'
import { BooksTable } from '#pwa/features/operator/money/BooksTable.tsx'
import { OwedRefunds } from '#pwa/features/operator/money/OwedRefunds.tsx'
import { Payments } from '#pwa/features/operator/money/Payments.tsx'
import { Reconciliation } from '#pwa/features/operator/money/Reconciliation.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Section } from '#pwa/ui/layout/Section.tsx'

export const MoneyPage = () => (
  <Screen title="お金" back={paths.admin} wide>
    <Section title="止まっている返金">
      <OwedRefunds />
    </Section>
    <Section title="帳簿">
      <BooksTable />
    </Section>
    <Section title="サービス手数料">
      <FeeAdmin />
    </Section>
    <Section title="決済会社との照合">
      <Reconciliation />
    </Section>
    <Section title="お支払い">
      <Payments />
    </Section>
  </Screen>
)
