import { BY_KONBINI } from '#contract/orders/sale-rules.ts'
import { KONBINI_AMOUNT, KONBINI_DAYS } from '#contract/payments/konbini.ts'
import { yen } from '#pwa/lib/format.ts'
import { type NumberField, NumberSelect } from './NumberSelect.tsx'

/** Whether a ticket can be paid in a convenience store, and within how many days. */
export const KonbiniDays = (field: NumberField) => (
  <NumberSelect
    label={BY_KONBINI}
    hint={`お申し込みから期限まで、お支払い前のお席をお取りします。期限は、販売の終わりと開始を過ぎません。${yen(KONBINI_AMOUNT.min)}〜${yen(KONBINI_AMOUNT.max)}のチケットで、期限まで3時間以上あるときに選べます`}
    choices={KONBINI_DAYS.choices}
    labelOf={(days) => (days === 0 ? '利用しない' : `${days}日後まで`)}
    {...field}
  />
)
