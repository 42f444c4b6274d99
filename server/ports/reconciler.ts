import type * as z from 'zod'
import type { Reconciled as Shape } from '#contract/operator/reconciliation.schema.ts'

export type ReconciliationRun = z.output<typeof Shape>

/** Reconciles our records with the payment provider's. Takes minutes; throws if it fails. */
export interface Reconciling {
  run: (signal: AbortSignal) => Promise<ReconciliationRun>
}

const NOTHING: ReconciliationRun = {
  counted: { accounts: 0, orders: 0, payments: 0, lines: 0 },
  total: 0,
  differences: [],
}

/** Returns a preset result, or throws a preset error. */
export function fakeReconciling() {
  let next: ReconciliationRun | Error = NOTHING
  return {
    find: (outcome: Partial<ReconciliationRun> | Error) => {
      next = outcome instanceof Error ? outcome : { ...NOTHING, ...outcome }
    },
    run: async () => {
      if (next instanceof Error) throw next
      return next
    },
  }
}
