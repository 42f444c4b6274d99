import { useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import { type AdminFeeInvoice, operatorMoney } from '#contract/operator/money/calls.ts'
import { monthLabel } from '#pwa/features/orders/by-month.ts'
import { PaperDialog } from '#pwa/features/orders/PaperDialog.tsx'
import { date, yen } from '#pwa/lib/format.ts'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { AdminList } from '../AdminList.tsx'

/** The platform's fee invoices to all sellers, newest first. */
export function FeePapers() {
  const [open, setOpen] = useState<AdminFeeInvoice | null>(null)
  return (
    <>
      <AdminList
        call={operatorMoney.listFeeInvoices}
        input={{}}
        keyOf={({ id }) => id}
        empty="まだ請求書はありません。月が終わると、売上のあった販売者ごとに発行されます。"
        rows={3}
      >
        {(paper) => (
          <ListRow
            title={`${monthLabel(paper.month)}・@${paper.seller}`}
            note={`${paper.is_correction ? '訂正請求書' : '請求書'} ${paper.number}・${date(paper.issued_at)} 発行`}
            trailing={yen(paper.total)}
            onClick={() => setOpen(paper)}
          />
        )}
      </AdminList>
      {open && (
        <PaperDialog
          url={urlOf(operatorMoney.getFeeInvoice, { params: { id: open.id } })}
          title="手数料の請求書"
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
