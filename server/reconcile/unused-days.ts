import { DAY_MS } from '#contract/lib/durations.ts'
import { accountOf, type Difference, type Ours, type SuspendedTime, yen } from './facts.ts'

interface Action {
  action: string
  target: string
  created_at: string
}

/**
 * The times for which rooms were suspended, from the operators' actions in their order. A room is suspended while it
 * or its owner is.
 */
export function suspensionsOf(
  rooms: { id: string; owner_id: string }[],
  actions: Action[],
): SuspendedTime[] {
  const suspensions: SuspendedTime[] = []
  for (const { id: roomId, owner_id } of rooms) {
    const causes = new Set<string>()
    let current: SuspendedTime | null = null
    for (const { action, target, created_at } of actions) {
      if (target !== `room:${roomId}` && target !== `user:${owner_id}`) continue
      if (action.endsWith('.suspend')) causes.add(target)
      else causes.delete(target)
      if (causes.size > 0 && !current) {
        current = { roomId, since: created_at, until: null }
        suspensions.push(current)
      } else if (causes.size === 0 && current) {
        current.until = created_at
        current = null
      }
    }
  }
  return suspensions
}

type Month = Ours['orders'][number] & { period: { start: string; end: string } }

/** Whole days of the month that the suspension took until `readAt`, with their share; less than a yen is dropped. */
function shareOf({ amount, period }: Month, { since, until }: SuspendedTime, readAt: string) {
  const [start, end] = [Date.parse(period.start), Date.parse(period.end)]
  const ms = Math.min(end, Date.parse(until ?? readAt)) - Math.max(start, Date.parse(since))
  const days = Math.max(0, Math.floor(ms / DAY_MS))
  return { days, sum: Math.floor((amount * days) / Math.round((end - start) / DAY_MS)) }
}

/** While a suspension lasts, a month is due once it has ended; a day is left for the hourly work. */
const isDue = ({ period }: Month, { until }: SuspendedTime, readAt: string) =>
  until !== null || Date.parse(period.end) + DAY_MS <= Date.parse(readAt)

/** I9: the share of each paid month, or what was left of it, is refunded; not more for this reason. */
export function checkUnusedDays(ours: Ours): Difference[] {
  return ours.suspensions.flatMap((suspension) => {
    const months = ours.orders.filter(
      (order): order is Month =>
        order.kind === 'room' && order.subject_id === suspension.roomId && order.period !== null,
    )
    return months.flatMap((month) => compareMonth(ours, month, suspension))
  })
}

function compareMonth(ours: Ours, month: Month, suspension: SuspendedTime): Difference[] {
  if (month.state !== 'settled' && month.state !== 'refunded') return []
  const refunds = ours.refunds.filter(
    ({ order_id, state, reason }) =>
      order_id === month.id && state !== 'replaced' && reason !== 'paid_twice',
  )
  const sumOf = (of: { amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0)
  const reason = `unused_days:${suspension.since}`
  const back = sumOf(refunds.filter((refund) => refund.reason === reason))
  const lost = ours.disputes.filter(
    ({ order_id, state }) => order_id === month.id && state === 'lost',
  )
  const left = month.amount - sumOf(lost) - (sumOf(refunds) - back)
  const { days, sum } = shareOf(month, suspension, ours.readAt)
  const due = Math.min(sum, Math.max(0, left))
  if (back === due || (back < due && !isDue(month, suspension, ours.readAt))) return []
  // What was given back elsewhere later leaves less to give back: then more than the rest is right.
  if (back > due && back <= sum) return []
  return [
    {
      invariant: 'I9',
      account: accountOf(ours, month.id),
      object: `order ${month.id}`,
      ours: `${yen(due)} due, ${yen(back)} back`,
      theirs: `${days} unused days`,
      todo: back < due ? 'give the unused days back' : 'find out why more was given back',
    },
  ]
}
