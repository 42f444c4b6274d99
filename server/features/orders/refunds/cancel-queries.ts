import type { ProductKind } from '#server/db/schema/seats.ts'
import type { Db } from '#server/db/schema.ts'

/** Holders of a valid right, by right id after `after`. */
export const listHolders = (
  db: Db,
  kind: ProductKind,
  productId: string,
  after: string,
  limit: number,
) =>
  db
    .selectFrom('entitlement')
    .innerJoin('user', 'user.id', 'entitlement.user_id')
    .select(['entitlement.id', 'entitlement.user_id', 'entitlement.order_id', 'user.email'])
    .select('entitlement.live_only')
    .where('entitlement.kind', '=', kind)
    .where('entitlement.subject_id', '=', productId)
    .where('entitlement.status', '=', 'valid')
    .where('entitlement.id', '>', after)
    .orderBy('entitlement.id')
    .limit(limit)
    .execute()
export type Holder = Omit<Awaited<ReturnType<typeof listHolders>>[number], 'live_only'>

/** Number of holders, and the yen that a cancellation would refund. */
export async function cancellationTotals(db: Db, kind: ProductKind, productId: string) {
  const sum = await db
    .selectFrom('entitlement')
    .leftJoin('order', 'order.id', 'entitlement.order_id')
    .select((eb) => [
      eb.fn.countAll().as('holders'),
      eb.fn.sum(eb('order.amount', '-', eb.ref('order.refunded_amount'))).as('refundable'),
    ])
    .where('entitlement.kind', '=', kind)
    .where('entitlement.subject_id', '=', productId)
    .where('entitlement.status', '=', 'valid')
    .executeTakeFirstOrThrow()
  return { holders: Number(sum.holders), refundable: Number(sum.refundable ?? 0) }
}
