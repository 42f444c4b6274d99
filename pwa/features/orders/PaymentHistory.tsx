import { orders } from '#contract/orders/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedItems } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { byMonth, monthLabel, type PaymentMonth } from './by-month.ts'
import { LatePayments } from './LatePayments.tsx'
import css from './PaymentHistory.module.css'
import { PaymentRow } from './PaymentRow.tsx'

/** The user's payments, by month. */
export function PaymentHistory() {
  const list = useList(orders.listPayments, {})
  return (
    <LoadedItems of={list} skeleton={<SkeletonRows count={6} />} empty={<Empty />}>
      {(payments) => (
        <>
          <p className="note muted">金額はすべて税込です。</p>
          <LatePayments payments={payments} />
          {byMonth(payments, list.more === null).map((month) => (
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

const Empty = () => (
  <StateScreen
    kind="empty"
    title="まだお支払いはありません"
    text="ルームの参加費やチケットのお支払いが、領収番号といっしょにここへならびます。"
    actions={<Button to={paths.results()}>ルームをさがす</Button>}
  />
)
