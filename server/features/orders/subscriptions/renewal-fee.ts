import type { Db } from '#server/db/schema.ts'
import { feeAt, feePeriods } from '#server/features/site/service-fee.ts'
import type { Invoice } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'

type Due = Pick<Invoice, 'ref' | 'amount'> & { period: { start: string } }

/**
 * The fee percentage of a renewal, derived from the `fee` in yen that the provider took: normally that of its due date.
 * Null if no past percentage fits. While the fee is unknown (null), the percentage of its due date.
 */
export async function shareOf(
  db: Db,
  log: Deps['log'],
  { ref, amount, period }: Due,
  fee: number | null,
): Promise<number | null> {
  const periods = await feePeriods(db)
  const agreed = feeAt(periods, period.start)
  if (fee === null) return agreed
  const known = [agreed, ...periods.map(({ percent }) => percent).reverse()]
  // The provider's rounding is unknown: allow less than one yen.
  const chargedPercent =
    known.find((percent) => Math.abs(fee * 100 - amount * percent) < 100) ?? null
  if (chargedPercent !== agreed)
    log.error(
      { invoice: ref, fee, agreed },
      'the fee of a renewal differs from that of its due date',
    )
  return chargedPercent
}
