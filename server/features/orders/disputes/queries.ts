import { hasRow } from '#server/db/has-row.ts'
import type { Dispute, PaymentWarning } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'

/** False if the dispute is known already. */
export const insertDispute = (tx: Tx, dispute: Dispute): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('dispute')
      .values(dispute)
      .onConflict((on) => on.column('dispute_ref').doNothing())
      .returning('id'),
  )

/** True for the caller that closed it. */
export const closeDispute = (
  tx: Tx,
  ref: string,
  from: 'open' | 'lost',
  { state, closed_at }: { state: 'won' | 'lost'; closed_at: string },
) =>
  hasRow(
    tx
      .updateTable('dispute')
      .set({ state, closed_at })
      .where('dispute_ref', '=', ref)
      .where('state', '=', from)
      .returning('id'),
  )

/** Whether another dispute of the order, open or lost, keeps its right ended. */
export const hasOtherDispute = (tx: Tx, orderId: string, ref: string): Promise<boolean> =>
  hasRow(
    tx
      .selectFrom('dispute')
      .select('id')
      .where('order_id', '=', orderId)
      .where('dispute_ref', '<>', ref)
      .where('state', 'in', ['open', 'lost']),
  )

/** Does nothing if the warning is known already. */
export const insertWarning = (tx: Tx, warning: PaymentWarning) =>
  tx
    .insertInto('payment_warning')
    .values(warning)
    .onConflict((on) => on.column('warning_ref').doNothing())
    .execute()

export const closeWarning = (tx: Tx, ref: string, closed_at: string) =>
  tx
    .updateTable('payment_warning')
    .set({ closed_at })
    .where('warning_ref', '=', ref)
    .where('closed_at', 'is', null)
    .execute()

/** Holds the seat of an order again while its dispute is open. False if it had none. */
export const retakeHold = (tx: Tx, orderId: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('hold')
      .set({ released_at: null })
      .where('order_id', '=', orderId)
      .where('released_at', 'is not', null)
      .returning('order_id'),
  )

/**
 * Whether the order's right had ended before the dispute was opened, so that this took nothing. Rights that were
 * transferred have several rows; one that was bought again by another order has none.
 */
export async function hadNoRight(tx: Tx, orderId: string, ref: string): Promise<boolean> {
  const rights = await tx
    .selectFrom('dispute')
    .innerJoin('entitlement', 'entitlement.order_id', 'dispute.order_id')
    .select(['entitlement.status', 'entitlement.revoked_at', 'dispute.opened_at'])
    .where('dispute.dispute_ref', '=', ref)
    .where('entitlement.order_id', '=', orderId)
    .execute()
  return (
    rights.length > 0 &&
    rights.every(
      ({ status, revoked_at, opened_at }) => status === 'revoked' && (revoked_at ?? '') < opened_at,
    )
  )
}
