import { INITIAL_FEE_PERCENT } from '#contract/limits.ts'
import type { ServiceFee } from '#contract/service-fee.ts'
import type { Db } from '#server/db/schema.ts'

/** From an instant on, and until the next; the first is since ever. */
export interface FeeSpan {
  from: string
  percent: number
}

/** All that was and is to be, the oldest first. A few rows: they are read anew each time, so that no process lags behind. */
export async function feeSpans(db: Db): Promise<FeeSpan[]> {
  const rows = await db
    .selectFrom('platform_fee')
    .select(['effective_at', 'percent'])
    .where('withdrawn_at', 'is', null)
    .orderBy('effective_at')
    .execute()
  return [
    { from: '', percent: INITIAL_FEE_PERCENT },
    ...rows.map(({ effective_at, percent }) => ({ from: effective_at, percent })),
  ]
}

/** Counts how often operators changed their minds: a plan, and calling one off. */
export async function feeRevision(db: Db): Promise<number> {
  const { plans, withdrawn } = await db
    .selectFrom('platform_fee')
    .select((eb) => [
      eb.fn.countAll<number>().as('plans'),
      eb.fn.count<number>('withdrawn_at').as('withdrawn'),
    ])
    .executeTakeFirstOrThrow()
  return Number(plans) + Number(withdrawn)
}

/** What the platform takes at an instant. */
export const feeAt = (spans: FeeSpan[], at: string): number =>
  spans.findLast(({ from }) => from <= at)!.percent

/** The one that is in force, and the one that follows it. */
export async function serviceFee(db: Db, now: string): Promise<ServiceFee> {
  const spans = await feeSpans(db)
  const next = spans.find(({ from }) => from > now)
  return { percent: feeAt(spans, now), next: next ?? null }
}

/** The only place that answers what the platform takes of what is sold at an instant, in percent. */
export const feePercentAt = async (db: Db, at: string) => feeAt(await feeSpans(db), at)
