import type { Scope } from './scope.ts'

export type JobKind =
  | 'cycle_subscription'
  | 'expire_subscription'
  | 'finalize_invoice'
  | 'retry_invoice'
  | 'arrive_payout'
  | 'schedule_payout'
  | 'settle_refund'
  | 'book_charge'
  | 'book_refund'
  | 'book_fee_refund'
  | 'open_dispute'
  | 'warn_of_fraud'
  | 'settle_intent'
  | 'expire_voucher'

export interface Job {
  id: number
  account: string
  kind: JobKind
  subject: string
  /** Milliseconds of the simulated clock. */
  due: number
}

/** Schedules a job at `at` (seconds). The job checks whether it still applies. */
export function later(scope: Scope, kind: JobKind, subject: string, at: number): void {
  scope.db
    .prepare('insert into job (account, kind, subject, due) values (?, ?, ?, ?)')
    .run(scope.account, kind, subject, at * 1000)
}

export const nextJob = (db: Scope['db'], untilMs: number) =>
  db
    .prepare<[number], Job>('select * from job where due <= ? order by due, id limit 1')
    .get(untilMs)

export const deleteJob = (db: Scope['db'], id: number) =>
  db.prepare('delete from job where id = ?').run(id)
