import { urlOf } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { PayoutRow } from '#pwa/features/monetization/PayoutRow.tsx'
import { RecordFilter } from '#pwa/features/orders/records/RecordFilter.tsx'
import { NothingFound, RecordList } from '#pwa/features/orders/records/RecordList.tsx'
import { RefundRow } from '#pwa/features/orders/records/RefundRow.tsx'
import type { RecordSearch } from '#pwa/features/orders/records/record-search.ts'
import { useRecordTabs } from '#pwa/features/orders/records/useRecordTabs.tsx'
import { YearExport } from '#pwa/features/orders/records/YearExport.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { SortedList } from '#pwa/load/SortedList.tsx'
import { useOrder } from '#pwa/load/useOrder.ts'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { OwnFeeInvoices } from './OwnFeeInvoices.tsx'
import { SaleRecordRow } from './SaleRecordRow.tsx'
import { columns } from './sale-columns.tsx'

const BY_BUYER = '購入した方の名前、宛名、領収書番号'
const LISTS = {
  sales: { label: '売上', placeholder: BY_BUYER, call: orders.listSales },
  refunds: { label: '返金', placeholder: BY_BUYER, call: orders.listSaleRefunds },
  fees: { label: '手数料', placeholder: '請求書の番号', call: payouts.listFeeInvoices },
  payouts: { label: '振込', placeholder: '振込の番号', call: payouts.listPayoutRecords },
} as const
type List = keyof typeof LISTS

interface FoundProps {
  query: RecordSearch
  isFiltered: boolean
}

/**
 * The owner's sales with their receipts, refunds, fees and payouts, searched as the law on electronic books asks, and
 * downloads of them.
 */
export function SaleRecords() {
  const { shown, tabs, query, isFiltered } = useRecordTabs('書類の種類', LISTS)
  const { label, placeholder, call } = LISTS[shown]
  return (
    <div className="stack-l">
      <div className="stack">
        {tabs}
        <div className="measure">
          <RecordFilter label={`${label}をさがす`} placeholder={placeholder} />
        </div>
        <Found list={shown} query={query} isFiltered={isFiltered} />
      </div>
      <div className="stack-l measure">
        <Section title="ダウンロード">
          <div className="stack">
            <p className="small muted">
              {isFiltered ? 'さがした条件に合う' : 'すべての'}
              {label}を、表計算ソフトで開ける形で保存します。
            </p>
            <CsvButton url={urlOf(call, { query: { ...query, format: 'csv' } })} />
          </div>
        </Section>
        <Section title="1年分の書類">
          <YearExport
            urlOf={(year) => urlOf(payouts.exportSales, { params: { year } })}
            text="その年にお客さまへ発行した領収書と返金明細書の控え、手数料の請求書、振込の一覧を、1つのファイル（ZIP）にまとめます。日付・金額・相手でさがせる一覧表が付きます。"
          />
        </Section>
      </div>
    </div>
  )
}

function Found({ list, ...found }: FoundProps & { list: List }) {
  switch (list) {
    case 'sales':
      return <Sales {...found} />
    case 'refunds':
      return <SaleRefunds {...found} />
    case 'fees':
      return <OwnFeeInvoices {...found} />
    case 'payouts':
      return <OwnPayouts {...found} />
  }
}

function Sales({ query, isFiltered }: FoundProps) {
  const order = useOrder(columns, '-paid')
  return (
    <SortedList
      of={useList(orders.listSales, { query: { ...query, ...order.query } })}
      label="売上"
      order={order}
      skeleton={<SkeletonRows count={6} />}
      empty={isFiltered ? <NothingFound /> : <NothingSold />}
      keyOf={({ id }) => id}
    >
      {(sale) => <SaleRecordRow sale={sale} />}
    </SortedList>
  )
}

const NothingSold = () => (
  <StateScreen
    kind="empty"
    title="まだ売上はありません"
    text="参加費やチケットが売れると、領収書の控えと一緒にここへならびます。"
  />
)

const SaleRefunds = ({ query, isFiltered }: FoundProps) => (
  <RecordList
    call={orders.listSaleRefunds}
    input={{ query }}
    keyOf={({ id }) => id}
    isFiltered={isFiltered}
    none={{
      title: '返金はありません',
      text: '返金が済むと、返金明細書の控えと一緒にここへならびます。',
    }}
  >
    {(refund) => (
      <RefundRow
        refund={refund}
        leading={<Avatar src={refund.buyer.icon_image_small_path} />}
        who={refund.buyer.display_name}
        url={urlOf(orders.getSaleReceipt, { params: { id: refund.payment } })}
      />
    )}
  </RecordList>
)

const OwnPayouts = ({ query, isFiltered }: FoundProps) => (
  <RecordList
    call={payouts.listPayoutRecords}
    input={{ query }}
    keyOf={({ id }) => id}
    isFiltered={isFiltered}
    none={{
      title: 'まだ振込はありません',
      text: '受け取れる売上があると、毎週金曜日に振り込まれ、ここにならびます。',
    }}
  >
    {(payout) => <PayoutRow payout={payout} />}
  </RecordList>
)
