import { PAYOUT_FAILED } from '#contract/monetization/messages.ts'
import type { Payouts } from '#contract/payouts/calls.ts'
import { PAYOUTS_SHOWN } from '#contract/payouts/limits.ts'
import { readBalance } from '#server/features/orders/ledger/balance.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { nextPayoutDay } from './payout-day.ts'
import { listPayouts } from './payout-queries.ts'
import { findAccount } from './queries.ts'

/** Past payouts and the next one. */
export async function showPayouts({ read, clock }: Deps, viewer: Viewer): Promise<Payouts> {
  const now = clock.now()
  const account = await findAccount(read, viewer.id)
  const { available } = await readBalance(read, viewer.id, now)
  const payouts = await listPayouts(read, viewer.id, PAYOUTS_SHOWN)
  const next = { day: nextPayoutDay(now, account?.payout_day ?? null), amount: available }
  return {
    next: account?.payouts_enabled === 1 ? { ...next, amount: Math.max(0, available) } : null,
    payouts: payouts.map(({ state, failure, ...payout }) => ({
      ...payout,
      state: state === 'started' ? 'in_transit' : state,
      reason: failure === null ? null : PAYOUT_FAILED,
    })),
  }
}
