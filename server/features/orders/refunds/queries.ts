import type { NotNull } from 'kysely'
import { isUntouched, type Untouched } from '#server/db/clocks.ts'
import { hasRow } from '#server/db/has-row.ts'
import type { Order, Refund } from '#server/db/schema/money.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { PAID_TWICE } from './reasons.ts'

export const insertRefund = (tx: Tx, refund: Schema['refund']) =>
  tx.insertInto('refund').values(refund).execute()

const refunds = (db: Db) =>
  db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .innerJoin('attempt', (on) =>
      on
        .onRef('attempt.order_id', '=', 'order.id')
        .on('attempt.state', '=', 'succeeded')
        .on((eb) =>
          eb.or([
            eb('refund.attempt_id', 'is', null),
            eb('refund.attempt_id', '=', eb.ref('attempt.id')),
          ]),
        ),
    )
    .selectAll('refund')
    .select([
      'order.buyer_id',
      'order.seller_id',
      'order.kind',
      'order.subject_id',
      'order.snapshot',
      'attempt.intent_ref',
      'attempt.subscription_ref',
      'attempt.account_ref',
      'attempt.pay_until',
    ])
    // A succeeded attempt has a charge in an account.
    .$narrowType<{ intent_ref: NotNull; account_ref: NotNull }>()
export const findRefund = (db: Db, id: string) =>
  refunds(db).where('refund.id', '=', id).executeTakeFirst()
export const findRefundBy = (db: Db, ref: string) =>
  refunds(db).where('refund.refund_ref', '=', ref).executeTakeFirst()
/** A refund with the payment that it refunds. */
export type RefundWithPayment = NonNullable<Awaited<ReturnType<typeof findRefund>>>

export const listOpenRefunds = (db: Db, quiet: Untouched, limit: number) =>
  db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', 'open')
    // A transfer waits for its buyer, for weeks; the provider tells when it moves on.
    .where('transfer', 'is', null)
    .where(isUntouched('created_at', quiet))
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** The open refund of the settling payment that has no id of the provider yet. */
export const findUnsubmittedRefund = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('reason', '!=', PAID_TWICE)
    .where('state', '=', 'open')
    .where('refund_ref', 'is', null)
    .executeTakeFirst()

/** True for the caller that changed the state. */
export const moveRefund = (
  tx: Tx,
  id: string,
  from: Refund['state'][],
  change: Partial<Refund>,
): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('refund')
      .set(change)
      .where('id', '=', id)
      .where('state', 'in', from)
      .returning('id'),
  )

/** Marks refunds as replaced: paid back elsewhere, or by another refund. */
export const replaceRefunds = (tx: Tx, orderId: string, from: Refund['state'][]) =>
  tx
    .updateTable('refund')
    .set({ state: 'replaced' })
    .where('order_id', '=', orderId)
    .where('reason', '!=', PAID_TWICE)
    .where('state', 'in', from)
    .execute()

/** Refunded yen of the settling payment in these states, without refunds of a duplicate payment. */
export async function sumRefunds(db: Db, orderId: string, states: Refund['state'][]) {
  const { sum } = await db
    .selectFrom('refund')
    .select((eb) => eb.fn.sum<number | null>('amount').as('sum'))
    .where('order_id', '=', orderId)
    .where('reason', '!=', PAID_TWICE)
    .where('state', 'in', states)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** Whether a refund in one of these states ended the right. */
export const hasEnded = (db: Db, orderId: string, states: Refund['state'][]) =>
  hasRow(
    db
      .selectFrom('refund')
      .select('id')
      .where('order_id', '=', orderId)
      .where('ends_right', '=', 1)
      .where('state', 'in', states)
      .limit(1),
  )

/** Yen of lost disputes of this payment. */
export async function sumLost(db: Db, orderId: string, attemptId: string | undefined) {
  const { sum } = await db
    .selectFrom('dispute')
    .select((eb) => eb.fn.sum<number | null>('amount').as('sum'))
    .where('order_id', '=', orderId)
    .where('attempt_id', '=', attemptId ?? '')
    .where('state', '=', 'lost')
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** The payment that settled the order. Any other succeeded attempt is a duplicate. */
export const findSettlingAttempt = (db: Db, orderId: string) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'succeeded')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refund')
            .select('refund.id')
            .whereRef('refund.attempt_id', '=', 'attempt.id')
            .where('refund.reason', '=', PAID_TWICE),
        ),
      ),
    )
    .orderBy('n')
    .executeTakeFirst()

/** Locks the order, and returns it. */
export const lockOrder = (tx: Tx, id: string) =>
  tx
    .updateTable('order')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateOrder = (tx: Tx, id: string, change: Partial<Order>) =>
  tx.updateTable('order').set(change).where('id', '=', id).execute()

/** Whether this is the newest paid order of the buyer for the product: refunding an old month ends no membership. */
export async function isNewest(db: Db, { id, buyer_id, kind, subject_id, settled_at }: Order) {
  const later = await db
    .selectFrom('order')
    .select('id')
    .where('buyer_id', '=', buyer_id)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .where('state', 'in', ['settled', 'refunded'])
    .where('settled_at', '>', settled_at)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return later === undefined
}
