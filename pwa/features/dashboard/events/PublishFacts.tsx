import { LIVE_ONLY, WITH_ARCHIVE } from '#contract/events/live-only.ts'
import { eventTerms } from '#contract/orders/confirmation.ts'
import { SALE_RULES } from '#contract/orders/sale-rules.ts'
import { HELD_AFTER_EVENT_DAYS } from '#contract/payouts/limits.ts'
import { serviceFee } from '#contract/service-fee/calls.ts'
import { platformFee } from '#contract/shared/rules.ts'
import { nextFee } from '#pwa/features/dashboard/next-fee.ts'
import { salesStartNote } from '#pwa/features/events/sales-start.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { formatPrice, yen } from '#pwa/lib/format.ts'
import { fromWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { type EventValues, plainEventNumbers } from './event-form.ts'

const feeLabel = (live: number | null, amount: number, percent: number) =>
  `${live === null ? '' : `${yen(platformFee(live, percent))}〜`}${yen(platformFee(amount, percent))}`

const watched = SALE_RULES.event_provided

/** What buyers will see, and the amount that the owner gets. */
export function PublishFacts({ values }: { values: EventValues }) {
  const { data: fee } = useLoad(serviceFee.getServiceFee, {})
  const amount = Number(values.amount)
  const archive_days = Number(plainEventNumbers(values).archive_days)
  const live_amount = values.live_amount === '' ? null : Number(values.live_amount)
  const prices =
    live_amount === null
      ? [{ term: '価格', value: formatPrice(amount), strong: true }]
      : [
          { term: LIVE_ONLY, value: formatPrice(live_amount), strong: true },
          { term: WITH_ARCHIVE, value: formatPrice(amount), strong: true },
        ]
  const start = fromWall(values.start)
  const early = salesStartNote(amount, fromWall(values.end), useNow())
  const shown = Number.isNaN(Date.parse(start))
    ? []
    : [{ term: watched.label, value: watched.text(eventTerms({ start, archive_days })) }]
  return (
    <Facts
      boxed
      facts={[
        ...prices,
        ...shown,
        ...(early ? [{ term: '販売開始', value: early }] : []),
        ...(amount > 0
          ? [
              ...(fee
                ? [
                    {
                      term: '手数料',
                      value: `1枚につき、サービス手数料 ${feeLabel(live_amount, amount, fee.percent)}（${fee.percent}%）と決済会社の手数料`,
                    },
                  ]
                : []),
              ...(fee?.next ? [{ term: '手数料の変更', value: nextFee(fee.next) }] : []),
              {
                term: '売上',
                value: `イベントの終了から${HELD_AFTER_EVENT_DAYS}日後に受け取れるようになり、毎週金曜日に振り込まれます`,
              },
            ]
          : []),
      ]}
    />
  )
}
