import { type Books, operatorMoney } from '#contract/operator/money/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import css from './BooksTable.module.css'

const columns = [
  { part: 'sales', label: '売上' },
  { part: 'returned', label: '返金' },
  { part: 'platform_fee', label: 'サービス手数料' },
  { part: 'provider_fee', label: '決済会社の手数料' },
  { part: 'sellers', label: 'オーナーの分' },
] as const

const differenceLabels: Record<Books['differences'][number]['what'], string> = {
  movement: '貸借が一致しない仕訳',
  order: '帳簿にないお支払い',
  payout: '帳簿と合わない振込',
}

/** The ledger by month, with its inconsistencies. */
export function BooksTable() {
  const books = useLoad(operatorMoney.getBooks, {})
  return (
    <Loaded of={books}>
      {({ months, total, unbooked, fee_percent, differences }) => (
        <div className="stack">
          {differences.length === 0 ? (
            <Alert>帳簿に食い違いはありません。</Alert>
          ) : (
            <Alert tone="danger">
              <p>帳簿に食い違いがあります。</p>
              <ul>
                {differences.map(({ what, id, amount }) => (
                  <li key={`${what} ${id}`} className="num">
                    {differenceLabels[what]} {id}：{yen(amount)}
                  </li>
                ))}
              </ul>
            </Alert>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
          <div className={css.scroll} role="region" aria-label="月ごとの帳簿" tabIndex={0}>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">月</th>
                  {columns.map(({ part, label }) => (
                    <th key={part} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {[...months, { month: '合計', ...total }].map((row) => (
                  <tr key={row.month}>
                    <th scope="row">{row.month.replace('-', '/')}</th>
                    {columns.map(({ part }) => (
                      <td key={part}>{yen(row[part])}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {unbooked > 0 && (
            <p className="note muted">
              このほかに、決済会社の手数料の確定を待つお支払いが{yen(unbooked)}
              あります。通常は1時間以内に帳簿に入ります。
            </p>
          )}
          <p className="note muted">サービス手数料は、いまお支払いの{fee_percent}%です。</p>
        </div>
      )}
    </Loaded>
  )
}
