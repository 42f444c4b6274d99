import { PAYOUT_FAILED } from '#contract/monetization/messages.ts'
import type { Payout, Payouts } from '#contract/payouts/calls.ts'
import { PAYOUTS_SHOWN } from '#contract/payouts/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import { type DatedSearch, showRecords } from '#server/features/orders/dated-records.ts'
import { readBalance } from '#server/features/orders/ledger/balance.ts'
import { type Column, momentCell } from '#server/http/answers/csv.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { nextPayoutDay } from './payout-day.ts'
import { isPayout, listPayoutRecords, listPayouts } from './payout-queries.ts'
import { findAccount } from './queries.ts'

type Row = Pick<
  Schema['payout'],
  'id' | 'amount' | 'state' | 'created_at' | 'arrived_at' | 'failure'
>

/** Past payouts and the next one. */
export async function showPayouts({ read, clock }: Deps, viewer: Viewer): Promise<Payouts> {
  const now = clock.now()
  const account = await findAccount(read, viewer.id)
  const { available } = await readBalance(read, viewer.id, now)
  const payouts = await listPayouts(read, viewer.id, PAYOUTS_SHOWN)
  const next = { day: nextPayoutDay(now, account?.payout_day ?? null), amount: available }
  return {
    next: account?.payouts_enabled === 1 ? { ...next, amount: Math.max(0, available) } : null,
    payouts: payouts.map(presentPayout),
  }
}

export const presentPayout = (row: Row): Payout => ({
  id: row.id,
  amount: row.amount,
  state: row.state === 'started' ? 'in_transit' : row.state,
  created_at: row.created_at,
  arrived_at: row.arrived_at,
  reason: row.failure === null ? null : PAYOUT_FAILED,
})

export const PAYOUT_FILE = '振込'
const STATES = { in_transit: '手続き中', paid: '振込済み', failed: '振込できず' }

/** A table of payouts; `sellers`: who got them. */
export const payoutColumns = <T extends Payout>(sellers: Column<T>[]): Column<T>[] => [
  ['番号', (one) => one.id],
  ['手続きの日時', (one) => momentCell(one.created_at)],
  ['入金の日時', (one) => momentCell(one.arrived_at)],
  ...sellers,
  ['金額', (one) => one.amount],
  ['状態', (one) => STATES[one.state]],
]

/** All payouts of the viewer. */
export const listRecords = ({ read }: Deps, viewer: Viewer, search: DatedSearch) =>
  showRecords(search, {
    list: (filter, window) => listPayoutRecords(read, viewer.id, filter, isPayout, window),
    present: (row) => presentPayout(row),
    name: PAYOUT_FILE,
    columns: payoutColumns<Payout>([]),
  })
