import type { NotNull } from 'kysely'
import { isUntouched, type Untouched } from '#server/db/clocks.ts'
import { hasRow } from '#server/db/has-row.ts'
import type { PaymentAttempt } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** States whose outcome is not known yet. */
const UNFINISHED: PaymentAttempt['state'][] = ['started', 'requires_action', 'processing']
/** States in which the charge can still be paid: after a declined card, another card may pay it. */
const PAYABLE: PaymentAttempt['state'][] = [...UNFINISHED, 'failed']

/** An attempt with its order. */
export type AttemptWithOrder = NonNullable<Awaited<ReturnType<typeof findAttempt>>>

export const lastAttempt = (db: Db, orderId: string) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertAttempt = (db: Db, attempt: PaymentAttempt) =>
  db.insertInto('attempt').values(attempt).execute()

/** Inserts the attempt, or returns the one that already has this number. */
export async function insertOrFindAttempt(
  db: Db,
  attempt: PaymentAttempt,
): Promise<PaymentAttempt> {
  await db
    .insertInto('attempt')
    .values(attempt)
    .onConflict((on) => on.doNothing())
    .execute()
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('order_id', '=', attempt.order_id)
    .where('n', '=', attempt.n)
    .executeTakeFirstOrThrow()
}

export const updateAttempt = (db: Db, id: string, change: Partial<PaymentAttempt>) =>
  db.updateTable('attempt').set(change).where('id', '=', id).execute()

/** False if the attempt has its outcome already. */
export const updateUnfinished = (db: Db, id: string, change: Partial<PaymentAttempt>) =>
  hasRow(
    db
      .updateTable('attempt')
      .set(change)
      .where('id', '=', id)
      .where('state', 'in', UNFINISHED)
      .returning('id'),
  )

export const endAttempt = (db: Db, id: string, change: Partial<PaymentAttempt>) =>
  db
    .updateTable('attempt')
    .set(change)
    .where('id', '=', id)
    .where('state', '!=', 'succeeded')
    .execute()

/** True for the caller that marked it. `isBooked`: the provider has written the balance transaction already. */
export const markPaid = (
  tx: Tx,
  id: string,
  { now, isBooked }: { now: string; isBooked: boolean },
): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('attempt')
      .set({ state: 'succeeded', updated_at: now, unbooked_at: isBooked ? null : now })
      .where('id', '=', id)
      .where('state', '!=', 'succeeded')
      .returning('id'),
  )

/** True for the caller that marked it. */
export const markBooked = (tx: Tx, id: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('attempt')
      .set({ unbooked_at: null })
      .where('id', '=', id)
      .where('unbooked_at', 'is not', null)
      .returning('id'),
  )

/** Stores when the provider was last asked for the missing balance transaction. */
export const updateUnbooked = (db: Db, id: string, unbooked_at: string) =>
  db
    .updateTable('attempt')
    .set({ unbooked_at })
    .where('id', '=', id)
    .where('unbooked_at', 'is not', null)
    .execute()

const attemptsWithOrders = (db: Db) =>
  db
    .selectFrom('attempt')
    .innerJoin('order', 'order.id', 'attempt.order_id')
    .selectAll('attempt')
    .select([
      'order.buyer_id',
      'order.seller_id',
      'order.kind',
      'order.subject_id',
      'order.ticket_type_id',
      'order.seats',
      'order.amount',
      'order.state as order_state',
      'order.snapshot',
      'order.invoice_ref',
      'order.fee_percent',
    ])
    // `createAttempts` and renewals, which write them, always name the account.
    .$narrowType<{ account_ref: NotNull }>()

export const findAttempt = (db: Db, attemptId: string) =>
  attemptsWithOrders(db).where('attempt.id', '=', attemptId).executeTakeFirst()
/** An attempt whose charge exists at the provider; throws for any other. */
export const getSubmittedAttempt = (db: Db, attemptId: string) =>
  attemptsWithOrders(db)
    .where('attempt.id', '=', attemptId)
    .where('attempt.intent_ref', 'is not', null)
    .$narrowType<{ intent_ref: NotNull }>()
    .executeTakeFirstOrThrow()
export const findAttemptByIntent = (db: Db, intentRef: string) =>
  attemptsWithOrders(db)
    .where('attempt.intent_ref', '=', intentRef)
    .$narrowType<{ intent_ref: NotNull }>()
    .executeTakeFirst()
/** The attempt that started the subscription. */
export const findAttemptBySubscription = (db: Db, ref: string) =>
  attemptsWithOrders(db)
    .where('attempt.subscription_ref', '=', ref)
    .where('attempt.intent_ref', 'is not', null)
    .where('order.invoice_ref', 'is', null)
    .orderBy('attempt.n', 'desc')
    .$narrowType<{ intent_ref: NotNull; subscription_ref: NotNull }>()
    .executeTakeFirst()

/** Attempts of the order whose charge can still be paid, or may still be created; the newest first. */
export const listPayable = (db: Db, orderId: string) =>
  attemptsWithOrders(db)
    .where('attempt.order_id', '=', orderId)
    .where('attempt.state', 'in', PAYABLE)
    .where((eb) =>
      eb.or([eb('attempt.intent_ref', 'is not', null), eb('attempt.state', '!=', 'failed')]),
    )
    .orderBy('attempt.n', 'desc')
    .execute()

/**
 * Attempts without a known outcome that were not updated recently; the oldest first. `by`: a payment number is open for
 * days, a card for minutes.
 */
export const listUnfinished = (db: Db, by: 'card' | 'voucher', quiet: Untouched, limit: number) =>
  attemptsWithOrders(db)
    .where('attempt.pay_until', by === 'card' ? 'is' : 'is not', null)
    .where('attempt.state', 'in', UNFINISHED)
    .where('attempt.intent_ref', 'is not', null)
    .where(isUntouched('attempt.updated_at', quiet))
    .orderBy('attempt.updated_at')
    .limit(limit)
    .$narrowType<{ intent_ref: NotNull }>()
    .execute()

/** Paid attempts without a balance transaction that were not checked recently; the oldest check first. */
export const listUnbooked = (db: Db, quiet: Untouched, limit: number) =>
  attemptsWithOrders(db)
    .where('attempt.unbooked_at', 'is not', null)
    .where('attempt.intent_ref', 'is not', null)
    .where(isUntouched('attempt.unbooked_at', quiet))
    .orderBy('attempt.unbooked_at')
    .limit(limit)
    .$narrowType<{ intent_ref: NotNull }>()
    .execute()
