import { useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { FeeInvoiceRow } from '#pwa/features/monetization/FeeInvoiceRow.tsx'
import { PaperDialog } from '#pwa/features/orders/PaperDialog.tsx'
import { RecordList } from '#pwa/features/orders/records/RecordList.tsx'
import type { RecordSearch } from '#pwa/features/orders/records/record-search.ts'

interface OwnFeeInvoicesProps {
  query: RecordSearch
  isFiltered: boolean
}

/** The platform's fee invoices to the owner; each opens with those of its month. */
export function OwnFeeInvoices({ query, isFiltered }: OwnFeeInvoicesProps) {
  const [month, setMonth] = useState<string | null>(null)
  return (
    <>
      <RecordList
        call={payouts.listFeeInvoices}
        input={{ query }}
        keyOf={({ id }) => id}
        isFiltered={isFiltered}
        none={{
          title: 'まだ請求書はありません',
          text: '売上のあった月が終わると、サービス手数料の請求書がここにならびます。',
        }}
      >
        {(paper) => <FeeInvoiceRow paper={paper} onClick={() => setMonth(paper.month)} />}
      </RecordList>
      {month && (
        <PaperDialog
          url={urlOf(payouts.getFee, { params: { month } })}
          title="手数料の請求書"
          onClose={() => setMonth(null)}
        />
      )}
    </>
  )
}
