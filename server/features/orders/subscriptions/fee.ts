import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { feeAt, feeSpans } from '#server/features/site/fee.ts'
import type { Invoice } from '#server/ports/payments.ts'

type Due = Pick<Invoice, 'ref' | 'amount'> & { period: { start: string } }

/**
 * In percent, which of all shares the provider took with the `fee` of a renewal: that of the day on which it fell due,
 * unless something was late. Null where it is none of them. While the fee is not known: that of its day.
 */
export async function shareOf(
  db: Db,
  log: Deps['log'],
  { ref, amount, period }: Due,
  fee: number | null,
): Promise<number | null> {
  const spans = await feeSpans(db)
  const agreed = feeAt(spans, period.start)
  if (fee === null) return agreed
  const known = [agreed, ...spans.map(({ percent }) => percent).reverse()]
  // The provider rounds as it likes.
  const taken = known.find((percent) => Math.abs(fee * 100 - amount * percent) < 100) ?? null
  if (taken !== agreed)
    log.error({ invoice: ref, fee, agreed }, 'a renewal bore another fee than its day has')
  return taken
}
