import type { ReactNode } from 'react'
import type { FeeInvoice } from '#contract/payouts/calls.ts'
import { monthLabel } from '#pwa/features/orders/by-month.ts'
import { date, yen } from '#pwa/lib/format.ts'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'

interface FeeInvoiceRowProps {
  paper: FeeInvoice
  /** To whom it is addressed. */
  to?: ReactNode
  onClick: () => void
}

/** One fee invoice, or a correction of one: month, number, day and sum. */
export const FeeInvoiceRow = ({ paper, to, onClick }: FeeInvoiceRowProps) => (
  <ListRow
    title={
      <>
        {monthLabel(paper.month)}
        {to && '・'}
        {to}
      </>
    }
    note={`${paper.is_correction ? '訂正請求書' : '請求書'} ${paper.number}・${date(paper.issued_at)} 発行`}
    trailing={yen(paper.total)}
    onClick={onClick}
  />
)
