import { BY_KONBINI } from '#contract/orders/sale-rules.ts'
import { KONBINI_AMOUNT, KONBINI_DAYS } from '#contract/payments/konbini.ts'
import { yen } from '#pwa/lib/format.ts'
import { Select } from '#pwa/ui/forms/Select.tsx'

const CHOICES = KONBINI_DAYS.choices.map((days) => ({
  value: String(days),
  label: days === 0 ? '利用しない' : `${days}日後まで`,
}))

interface KonbiniDaysProps {
  name: string
  value: string
  onChange: (days: string) => void
  error?: string | undefined
}

/** Whether a ticket can be paid in a convenience store, and within how many days. */
export const KonbiniDays = (field: KonbiniDaysProps) => (
  <Select
    label={BY_KONBINI}
    require
    hint={`お申し込みから期限まで、お支払い前のお席をお取りします。期限は、販売の終わりと開始を過ぎません。${yen(KONBINI_AMOUNT.min)}〜${yen(KONBINI_AMOUNT.max)}のチケットで、期限まで3時間以上あるときに選べます`}
    options={CHOICES}
    {...field}
  />
)
