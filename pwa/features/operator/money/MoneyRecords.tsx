import { useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { FeeInvoiceRow } from '#pwa/features/monetization/FeeInvoiceRow.tsx'
import { PayoutRow } from '#pwa/features/monetization/PayoutRow.tsx'
import { PaperDialog } from '#pwa/features/orders/PaperDialog.tsx'
import { RecordFilter } from '#pwa/features/orders/records/RecordFilter.tsx'
import { RefundRow } from '#pwa/features/orders/records/RefundRow.tsx'
import type { RecordSearch } from '#pwa/features/orders/records/record-search.ts'
import { useRecordTabs } from '#pwa/features/orders/records/useRecordTabs.tsx'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { AdminList, NOT_FOUND } from '../AdminList.tsx'
import { AdminPaymentRow } from './AdminPaymentRow.tsx'

const BY_ORDER = '購入者・販売者・商品の名前、番号'
const BY_SELLER = '販売者の名前、番号'
const LISTS = {
  payments: { label: 'お支払い', placeholder: BY_ORDER, call: operatorMoney.listPayments },
  refunds: { label: '返金', placeholder: BY_ORDER, call: operatorMoney.listRefundRecords },
  fees: { label: '手数料', placeholder: BY_SELLER, call: operatorMoney.listFeeInvoices },
  payouts: { label: '振込', placeholder: BY_SELLER, call: operatorMoney.listPayouts },
} as const
type List = keyof typeof LISTS

/** Payments, refunds, fee invoices and payouts of everybody, searched by day, sum and person. */
export function MoneyRecords() {
  const { shown, tabs, query, isFiltered } = useRecordTabs('記録の種類', LISTS)
  const { label, placeholder, call } = LISTS[shown]
  return (
    <div className="stack">
      {tabs}
      <div className="measure">
        <RecordFilter label={`${label}をさがす`} placeholder={placeholder} />
      </div>
      <Found list={shown} query={query} isFiltered={isFiltered} />
      <CsvButton url={urlOf(call, { query: { ...query, format: 'csv' } })} />
    </div>
  )
}

interface FoundProps {
  query: RecordSearch
  isFiltered: boolean
}

function Found({ list, ...found }: FoundProps & { list: List }) {
  switch (list) {
    case 'payments':
      return <Payments {...found} />
    case 'refunds':
      return <Refunds {...found} />
    case 'fees':
      return <FeeInvoices {...found} />
    case 'payouts':
      return <Payouts {...found} />
  }
}

const idOf = ({ id }: { id: string }) => id

const Payments = ({ query, isFiltered }: FoundProps) => (
  <AdminList
    call={operatorMoney.listPayments}
    input={{ query }}
    keyOf={idOf}
    empty={
      isFiltered
        ? NOT_FOUND
        : {
            title: 'お支払いはまだありません',
            text: 'チケットやルームの参加費が支払われると、ここにならびます。',
          }
    }
  >
    {(payment) => <AdminPaymentRow payment={payment} />}
  </AdminList>
)

const Refunds = ({ query, isFiltered }: FoundProps) => (
  <AdminList
    call={operatorMoney.listRefundRecords}
    input={{ query }}
    keyOf={idOf}
    empty={isFiltered ? NOT_FOUND : '済んだ返金はまだありません。'}
  >
    {(refund) => (
      <RefundRow
        refund={refund}
        who={
          <>
            {refund.seller_name}（@{refund.seller}）から {refund.buyer_name}（@{refund.buyer}）へ
          </>
        }
        url={urlOf(operatorMoney.getReceipt, { params: { id: refund.payment } })}
      />
    )}
  </AdminList>
)

function FeeInvoices({ query, isFiltered }: FoundProps) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <AdminList
        call={operatorMoney.listFeeInvoices}
        input={{ query }}
        keyOf={idOf}
        empty={
          isFiltered
            ? NOT_FOUND
            : 'まだ請求書はありません。月が終わると、売上のあった販売者ごとに発行されます。'
        }
      >
        {(paper) => (
          <FeeInvoiceRow
            paper={paper}
            to={`${paper.seller_name}（@${paper.seller}）`}
            onClick={() => setOpen(paper.id)}
          />
        )}
      </AdminList>
      {open && (
        <PaperDialog
          url={urlOf(operatorMoney.getFeeInvoice, { params: { id: open } })}
          title="手数料の請求書"
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

const Payouts = ({ query, isFiltered }: FoundProps) => (
  <AdminList
    call={operatorMoney.listPayouts}
    input={{ query }}
    keyOf={idOf}
    empty={isFiltered ? NOT_FOUND : '振込はまだありません。'}
  >
    {(payout) => <PayoutRow payout={payout} to={`${payout.seller_name}（@${payout.seller}）`} />}
  </AdminList>
)
