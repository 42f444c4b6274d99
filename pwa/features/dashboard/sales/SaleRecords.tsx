import { useSearchParams } from 'react-router-dom'
import { urlOf } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { RecordFilter } from '#pwa/features/orders/records/RecordFilter.tsx'
import { recordSearch, recordValues } from '#pwa/features/orders/records/record-search.ts'
import { YearExport } from '#pwa/features/orders/records/YearExport.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { SortedList } from '#pwa/load/SortedList.tsx'
import { useOrder } from '#pwa/load/useOrder.ts'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { SaleRecordRow } from './SaleRecordRow.tsx'
import { columns } from './sale-columns.tsx'

/** The owner's sales with their receipts, searched as the law on electronic books asks, and downloads of them. */
export function SaleRecords() {
  const [params] = useSearchParams()
  const query = recordSearch(recordValues(params))
  const order = useOrder(columns, '-paid')
  const list = useList(orders.listSales, { query: { ...query, ...order.query } })
  const isFiltered = Object.keys(query).length > 0
  return (
    <div className="stack-l">
      <div className="stack">
        <div className="measure">
          <RecordFilter label="売上をさがす" placeholder="購入した方の名前、宛名、領収書番号" />
        </div>
        <SortedList
          of={list}
          label="売上"
          order={order}
          skeleton={<SkeletonRows count={6} />}
          empty={isFiltered ? <NothingFound /> : <NothingSold />}
          keyOf={({ id }) => id}
        >
          {(sale) => <SaleRecordRow sale={sale} />}
        </SortedList>
      </div>
      <div className="stack-l measure">
        <Section title="ダウンロード">
          <div className="stack">
            <p className="small muted">
              {isFiltered ? 'さがした条件にあう売上' : 'すべての売上'}
              を、表計算ソフトで開ける形で保存します。
            </p>
            <CsvButton url={urlOf(orders.listSales, { query: { ...query, format: 'csv' } })} />
          </div>
        </Section>
        <Section title="1年分の書類">
          <YearExport
            urlOf={(year) => urlOf(payouts.exportSales, { params: { year } })}
            text="その年にお客さまへ発行した領収書と返金明細書の控え、手数料の請求書、振込の一覧を、ひとつのファイル（ZIP）にまとめます。日付・金額・相手でさがせる一覧表が付きます。"
          />
        </Section>
      </div>
    </div>
  )
}

const NothingFound = () => (
  <StateScreen
    kind="empty"
    title="見つかりませんでした"
    text="名前や期間、金額を変えて、もう一度おさがしください。"
  />
)

const NothingSold = () => (
  <StateScreen
    kind="empty"
    title="まだ売上はありません"
    text="参加費やチケットが売れると、領収書の控えといっしょにここへならびます。"
  />
)
