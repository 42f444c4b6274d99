import { dayOf } from '#contract/lib/days.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { Books } from '#contract/operator/money/calls.ts'
import { sumUnbooked } from '#server/features/orders/ledger/queries.ts'
import { feePercentAt } from '#server/features/site/service-fee.ts'
import type { Deps } from '#server/process/deps.ts'
import { lateSince } from './late-since.ts'
import * as query from './queries.ts'

/** Maximum number of months shown. */
const MONTHS = 24

type Sums = Books['total']
const NOTHING: Sums = { sales: 0, returned: 0, platform_fee: 0, provider_fee: 0, sellers: 0 }

/** The sum to which an account's entries belong, and their sign. */
function partOf(account: string, kind: string): [part: keyof Sums, sign: 1 | -1] | null {
  if (account === 'buyer') return kind === 'sale' ? ['sales', -1] : ['returned', 1]
  if (account === 'seller') return ['sellers', 1]
  if (account === 'platform_fee' || account === 'provider_fee') return [account, 1]
  return null
}

/** Ledger totals per month, and contradictions in the ledger. */
export async function readBooks({ read, clock }: Deps): Promise<Books> {
  const from = new Date(clock.now().getTime() - MONTHS * 31 * DAY_MS).toISOString()
  const months = new Map<string, Sums>()
  const total = { ...NOTHING }
  for (const { hour, account, kind, sum } of await query.sumByHour(read, from)) {
    const part = partOf(account, kind)
    if (!part) continue
    const month = dayOf(`${hour}:00:00.000Z`).slice(0, 7)
    const sums = months.get(month) ?? { ...NOTHING }
    months.set(month, sums)
    const [name, sign] = part
    sums[name] += sign * Number(sum)
    total[name] += sign * Number(sum)
  }
  return {
    months: [...months]
      .map(([month, sums]) => ({ month, ...sums }))
      .sort((a, b) => (a.month < b.month ? 1 : -1)),
    total,
    unbooked: await sumUnbooked(read),
    fee_percent: await feePercentAt(read, clock.now().toISOString()),
    differences: await differencesIn(read, clock.now()),
  }
}

/** Contradictions in the ledger. */
export async function differencesIn(read: Deps['read'], now: Date): Promise<Books['differences']> {
  const [movements, orders, payouts] = await Promise.all([
    query.listUnbalanced(read),
    query.listUnbooked(read, lateSince(now)),
    query.listPayoutGaps(read),
  ])
  const as =
    (what: Books['differences'][number]['what']) =>
    ({ id, amount }: { id: string; amount: number }) => ({ what, id, amount: Number(amount) })
  return [
    ...movements.map(as('movement')),
    ...orders.map(as('order')),
    ...payouts.map(as('payout')),
  ]
}
