import type { Kinds } from '../core/kinds.ts'

const DAY = 86_400
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** The next midnight (UTC, seconds) on which the account's schedule pays out. */
export function nextPayoutDay(account: Kinds['account'], after: number): number {
  const { interval, weekly_anchor, monthly_anchor } = account.settings.payouts.schedule
  let day = (Math.floor(after / DAY) + 1) * DAY
  const fits = () => {
    const date = new Date(day * 1000)
    if (interval === 'weekly') return weekdays[date.getUTCDay()] === (weekly_anchor ?? 'friday')
    if (interval === 'monthly') return date.getUTCDate() === (monthly_anchor ?? 1)
    return true
  }
  while (!fits()) day += DAY
  return day
}
