import { useSearchParams } from 'react-router-dom'
import { urlOf } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { LoadedItems } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { byMonth, monthLabel, type PaymentMonth } from './by-month.ts'
import { LatePayments } from './LatePayments.tsx'
import css from './PaymentHistory.module.css'
import { PaymentRow } from './PaymentRow.tsx'
import { RecordFilter } from './records/RecordFilter.tsx'
import { recordSearch, recordValues } from './records/record-search.ts'
import { YearExport } from './records/YearExport.tsx'

/** The user's payments, by month. */
export function PaymentHistory() {
  const [params] = useSearchParams()
  const query = recordSearch(recordValues(params))
  const list = useList(orders.listPayments, { query })
  const isFiltered = Object.keys(query).length > 0
  return (
    <>
      <RecordFilter label="お支払いをさがす" placeholder="販売者の名前、宛名、領収書番号" />
      <Found list={list} isFiltered={isFiltered} />
      <Section title="領収書をまとめて保存する">
        <div className="stack-l">
          <CsvButton url={urlOf(orders.listPayments, { query: { ...query, format: 'csv' } })} />
          <YearExport
            urlOf={(year) => urlOf(orders.exportPayments, { params: { year } })}
            text="その年の領収書と返金明細書を、一覧表といっしょにひとつのファイル（ZIP）にまとめます。"
          />
        </div>
      </Section>
    </>
  )
}

interface FoundProps {
  list: ReturnType<typeof useList<typeof orders.listPayments>>
  isFiltered: boolean
}

function Found({ list, isFiltered }: FoundProps) {
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

const NothingFound = () => (
  <StateScreen
    kind="empty"
    title="見つかりませんでした"
    text="名前や期間、金額を変えて、もう一度おさがしください。"
  />
)

const Empty = () => (
  <StateScreen
    kind="empty"
    title="まだお支払いはありません"
    text="ルームの参加費やチケットのお支払いが、領収番号といっしょにここへならびます。"
    actions={<Button to={paths.results()}>ルームをさがす</Button>}
  />
)
