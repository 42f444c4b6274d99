import type { ServiceFee } from '#contract/service-fee/calls.ts'
import { INITIAL_FEE_PERCENT } from '#contract/service-fee/limits.ts'
import type { Db } from '#server/db/schema.ts'
import { countFees, listFees } from './service-fee-queries.ts'

/** Fee from an instant until the next span; the first one applies to all earlier time. */
export interface FeePeriod {
  from: string
  percent: number
}

/** All past and planned fees, oldest first. Not cached, since there are few rows and all processes must agree. */
export async function feePeriods(db: Db): Promise<FeePeriod[]> {
  const rows = await listFees(db)
  return [
    { from: '', percent: INITIAL_FEE_PERCENT },
    ...rows.map(({ effective_at, percent }) => ({ from: effective_at, percent })),
  ]
}

/** Revision number, increased by each planned or withdrawn change. */
export async function feeRevision(db: Db): Promise<number> {
  const { plans, withdrawn } = await countFees(db)
  return Number(plans) + Number(withdrawn)
}

/** The platform fee at an instant. */
export const feeAt = (periods: FeePeriod[], at: string): number =>
  periods.findLast(({ from }) => from <= at)?.percent ?? INITIAL_FEE_PERCENT

/** The fee in force and the next one. */
export async function readServiceFee(db: Db, now: string): Promise<ServiceFee> {
  const periods = await feePeriods(db)
  const next = periods.find(({ from }) => from > now)
  return { percent: feeAt(periods, now), next: next ?? null }
}

/** The platform fee in percent at an instant; the only source of this value. */
export const feePercentAt = async (db: Db, at: string) => feeAt(await feePeriods(db), at)
