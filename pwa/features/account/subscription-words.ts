import type { SubscribedRoom } from '#contract/rooms.ts'
import { date } from '#pwa/lib/format.ts'

type Subscription = SubscribedRoom['subscription']

interface SubscriptionWords {
  /** Null while all is well. */
  badge: string | null
  /** What happens next, and when. */
  note: string
}

/** How one stands to a room one is in: the next renewal, or why there is none. */
export function subscriptionWords(subscription: Subscription): SubscriptionWords {
  const { status, amount, current_period_end, cancel_at_period_end } = subscription
  const end = current_period_end && date(current_period_end)
  if (status === 'incomplete')
    return { badge: '登録の途中', note: 'お支払いの認証が終わっていません' }
  if (status === 'past_due')
    return {
      badge: 'お支払いの確認が必要です',
      note: end
        ? `${end} の更新でお支払いを確認できませんでした`
        : 'お支払いを確認できませんでした',
    }
  if (cancel_at_period_end)
    return { badge: '更新停止', note: end ? `${end} まで利用できます` : '次の更新はありません' }
  if (amount === 0 || !end) return { badge: null, note: '期限はありません' }
  return { badge: null, note: `次の更新 ${end}` }
}
