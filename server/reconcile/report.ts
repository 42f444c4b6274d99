import { keysOf, recordOf } from '#contract/lib/records.ts'
import { compareAccounts } from './accounts.ts'
import { compareRights } from './entitlements.ts'
import { type Difference, INVARIANTS, type Invariant, type Ours, type Theirs } from './facts.ts'
import { compareLines, comparePayouts, type Sum, sumUp } from './money.ts'
import { checkOurselves } from './own-tables.ts'
import { compareReturns } from './returns.ts'
import { checkUnusedDays } from './unused-days.ts'

export interface ReconciliationReport {
  holds: Record<Invariant, boolean>
  sums: Sum[]
  differences: Difference[]
  counted: { accounts: number; orders: number; payments: number; lines: number }
}

/**
 * All differences between the provider and our records. `since`, in seconds of the provider's clock: newer objects
 * may still be in transit to us.
 */
export function reconcile(ours: Ours, theirs: Theirs, since = Infinity): ReconciliationReport {
  const young = new Set(
    [
      ...theirs.lines,
      ...theirs.intents,
      ...theirs.refunds,
      ...theirs.disputes,
      ...theirs.payouts,
      ...theirs.subscriptions,
    ]
      .filter(({ created }) => created >= since)
      .map(({ ref }) => ref),
  )
  const differences = [
    ...compareLines(ours, theirs),
    ...compareReturns(ours, theirs),
    ...comparePayouts(ours, theirs),
    ...compareRights(ours, theirs),
    ...compareAccounts(ours, theirs),
    ...checkOurselves(ours),
    ...checkUnusedDays(ours),
  ].filter(({ object }) => !young.has(object))
  const holds = recordOf(keysOf(INVARIANTS), (name) =>
    differences.every(({ invariant }) => invariant !== name),
  )
  return {
    holds,
    sums: sumUp(ours, theirs),
    differences,
    counted: {
      accounts: theirs.accounts.length,
      orders: ours.orders.length,
      payments: theirs.intents.filter(({ paid }) => paid).length,
      lines: theirs.lines.length,
    },
  }
}

/** Number of differences on the admin page. */
const MAX_LISTED = 100

/** Summary in one line for the server. */
export const summary = ({ counted, differences }: ReconciliationReport): string =>
  JSON.stringify({
    counted,
    total: differences.length,
    differences: differences.slice(0, MAX_LISTED),
  })

/** Report for people. */
export function worded({ holds, sums, differences, counted }: ReconciliationReport): string {
  const { accounts, orders, payments, lines } = counted
  const yen = (amount: number) => amount.toLocaleString('en').padStart(12)
  return [
    `${accounts} accounts, ${orders} orders, ${payments} payments, ${lines} balance lines`,
    '',
    ...keysOf(INVARIANTS).map(
      (name) => `${name.padEnd(4)}${String(holds[name]).padEnd(6)} ${INVARIANTS[name]}`,
    ),
    '',
    `${'account'.padEnd(26)}${['gross', 'fees', 'net'].map((word) => word.padStart(12)).join('')}`,
    ...sums.flatMap(({ account, ours, theirs }) => [
      `${account.padEnd(26)}${yen(theirs.gross)}${yen(theirs.fee)}${yen(theirs.net)}  provider`,
      `${''.padEnd(26)}${yen(ours.gross)}${yen(ours.fee)}${yen(ours.net)}  ledger`,
    ]),
    '',
    differences.length === 0 ? 'No difference.' : `${differences.length} differences:`,
    ...differences.map(
      ({ invariant, account, object, ours, theirs, todo }) =>
        `${invariant} ${account} ${object}\n    ours:   ${ours}\n    theirs: ${theirs}\n    do:     ${todo}`,
    ),
  ].join('\n')
}
