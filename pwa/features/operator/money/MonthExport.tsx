import { useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { monthLabel } from '#pwa/features/orders/by-month.ts'
import { isoDate } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { DownloadButton } from '#pwa/load/DownloadButton.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'

const MONTHS = 84

const before = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}

/** Downloads all receipts, fees and payouts of one month as a ZIP, for any of the last seven years. */
export function MonthExport() {
  const months = [isoDate(useNow()).slice(0, 7)]
  while (months.length < MONTHS) months.push(before(months.at(-1) ?? ''))
  const [month = '', setMonth] = useState(months[0])
  return (
    <div className="stack">
      <p className="small muted">
        その月のすべての領収書、返金明細書、手数料の請求書と、日付・金額・相手でさがせる一覧表を、1つのファイル（ZIP）にまとめます。
      </p>
      <Select
        label="月"
        value={month}
        onChange={setMonth}
        options={months.map((one) => ({ value: one, label: monthLabel(one) }))}
      />
      <DownloadButton
        url={urlOf(operatorMoney.exportRecords, { params: { month } })}
        label={`${monthLabel(month)}の書類を保存する`}
      />
    </div>
  )
}
