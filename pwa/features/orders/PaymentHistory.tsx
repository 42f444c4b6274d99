import { urlOf } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { LoadedItems } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { byMonth, monthLabel, type PaymentMonth } from './by-month.ts'
import { LatePayments } from './LatePayments.tsx'
import css from './PaymentHistory.module.css'
import { PaymentRow } from './PaymentRow.tsx'
import { productIcons } from './product-icons.ts'
import { RecordFilter } from './records/RecordFilter.tsx'
import { NothingFound, RecordList } from './records/RecordList.tsx'
import { RefundRow } from './records/RefundRow.tsx'
import type { RecordSearch } from './records/record-search.ts'
import { useRecordTabs } from './records/useRecordTabs.tsx'
import { YearExport } from './records/YearExport.tsx'

const LISTS = {
  payments: { label: 'お支払い', call: orders.listPayments },
  refunds: { label: '返金', call: orders.listRefunds },
} as const

/** The user's payments by month, and refunds, as they are searched. */
export function PaymentHistory() {
  const { shown, tabs, query, isFiltered } = useRecordTabs('履歴の種類', LISTS)
  const { label, call } = LISTS[shown]
  return (
    <>
      <div className="stack">
        {tabs}
        <RecordFilter label={`${label}をさがす`} placeholder="販売者の名前、宛名、領収書番号" />
      </div>
      {shown === 'payments' ? (
        <Payments query={query} isFiltered={isFiltered} />
      ) : (
        <Refunds query={query} isFiltered={isFiltered} />
      )}
      <Section title="領収書をまとめて保存する">
        <div className="stack-l">
          <CsvButton url={urlOf(call, { query: { ...query, format: 'csv' } })} />
          <YearExport
            urlOf={(year) => urlOf(orders.exportPayments, { params: { year } })}
            text="その年の領収書と返金明細書を、一覧表と一緒に1つのファイル（ZIP）にまとめます。"
          />
        </div>
      </Section>
    </>
  )
}

interface FoundProps {
  query: RecordSearch
  isFiltered: boolean
}

function Payments({ query, isFiltered }: FoundProps) {
  const list = useList(orders.listPayments, { query })
  return (
    <LoadedItems
      of={list}
      skeleton={<SkeletonRows count={6} />}
      empty={isFiltered ? <NothingFound /> : <Empty />}
    >
      {(payments) => (
        <>
          <p className="note muted">金額はすべて税込です。</p>
          <LatePayments payments={payments} />
          {byMonth(payments, list.more === null && !isFiltered).map((month) => (
            <OneMonth key={month.month} month={month} />
          ))}
        </>
      )}
    </LoadedItems>
  )
}

const OneMonth = ({ month: { month, payments, total } }: { month: PaymentMonth }) => (
  <section className={css.month}>
    <div className={css.head}>
      <h2>{monthLabel(month)}</h2>
      {total !== null && (
        <p className={css.total}>
          お支払い合計 <b>{yen(total)}</b>
        </p>
      )}
    </div>
    <List carded>
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </List>
  </section>
)

const Refunds = ({ query, isFiltered }: FoundProps) => (
  <RecordList
    call={orders.listRefunds}
    input={{ query }}
    keyOf={({ id }) => id}
    isFiltered={isFiltered}
    none={{
      title: '返金はありません',
      text: '返金が済むと、返金明細書と一緒にここへならびます。',
    }}
  >
    {(refund) => (
      <RefundRow
        refund={refund}
        leading={<Icon name={productIcons[refund.kind]} />}
        who={refund.seller}
        url={urlOf(orders.getReceipt, { params: { id: refund.payment } })}
      />
    )}
  </RecordList>
)

const Empty = () => (
  <StateScreen
    kind="empty"
    title="まだお支払いはありません"
    text="ルームの参加費やチケットのお支払いが、領収書番号と一緒にここへならびます。"
    actions={<Button to={paths.results()}>ルームをさがす</Button>}
  />
)
