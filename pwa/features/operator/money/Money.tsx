import { Section } from '#pwa/ui/layout/Section.tsx'
import { FeeAdmin } from '../fee/FeeAdmin.tsx'
import { BooksTable } from './BooksTable.tsx'
import { MoneyRecords } from './MoneyRecords.tsx'
import { MonthExport } from './MonthExport.tsx'
import { OwedRefunds } from './OwedRefunds.tsx'
import { ReconciliationCard } from './ReconciliationCard.tsx'

/** Payments, refunds and the ledger; tasks that wait for an operator come first. */
export const Money = () => (
  <>
    <Section title="止まっている返金">
      <OwedRefunds />
    </Section>
    <Section title="帳簿">
      <BooksTable />
    </Section>
    <Section title="サービス手数料">
      <FeeAdmin />
    </Section>
    <Section title="書類の保存">
      <MonthExport />
    </Section>
    <Section title="決済会社との照合">
      <ReconciliationCard />
    </Section>
    <Section title="お金の記録">
      <MoneyRecords />
    </Section>
  </>
)
