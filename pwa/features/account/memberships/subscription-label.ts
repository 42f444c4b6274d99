import { NO_PRO_RATA } from '#contract/orders/sale-rules.ts'
import type { SubscribedRoom } from '#contract/rooms/calls.ts'
import { date, yen } from '#pwa/lib/format.ts'

type Subscription = SubscribedRoom['subscription']

interface SubscriptionLabel {
  /** Null for a membership in good order. */
  badge: string | null
  /** What happens next, and when. */
  note: string
}

/** A payment is past due: the room stays open for seven days, then the membership ends. */
export const isPastDue = ({ status }: Subscription) =>
  status === 'past_due' || status === 'incomplete'

/** The state of a membership: its next renewal, or why there is none. */
export function subscriptionLabel(subscription: Subscription): SubscriptionLabel {
  const { status, amount, current_period_end, cancel_at_period_end, locks_at } = subscription
  const end = current_period_end && date(current_period_end)
  if (status === 'incomplete')
    return {
      badge: 'お支払いが必要です',
      note: '参加費のお支払いを確認できるまで、ルームは見られません',
    }
  if (status === 'past_due')
    return {
      badge: 'お支払いの確認が必要です',
      note: `${end ? `${end} の更新で` : ''}お支払いを確認できませんでした${
        locks_at ? `。${date(locks_at)} までにお支払いを確認できないと、退会になります` : ''
      }`,
    }
  if (cancel_at_period_end)
    return { badge: '更新停止', note: end ? `${end} まで利用できます` : '次の更新はありません' }
  if (amount === 0 || !end) return { badge: null, note: '期限はありません' }
  return { badge: null, note: `次の更新 ${end}` }
}

/** What leaving the room means, shown before the user confirms. */
export function endsLabel(subscription: Subscription): string {
  const { amount, current_period_end } = subscription
  if (isPastDue(subscription))
    return 'すぐに見られなくなります。お支払いの済んでいない参加費は請求されません。'
  if (amount === 0 || !current_period_end)
    return 'すぐに見られなくなります。またいつでも参加できます。'
  return `${date(current_period_end)} までは、これまでどおり見られます。次の更新はありません。${NO_PRO_RATA}それまでは、追加のお支払いなしで退会を取りやめられます。`
}

/** A member's price falls with the room's, from the next renewal on, and never rises. */
export function priceLabel({ amount }: Subscription, today: number): string | null {
  if (amount === today) return null
  return amount > today
    ? `参加費が${today === 0 ? '無料になりました' : `${yen(today)}に下がりました`}。次の更新から適用されます`
    : `いまの参加費は${yen(today)}ですが、参加中のあいだは${
        amount === 0 ? '無料' : yen(amount)
      }のままです`
}
