import { type NotNull, type RawBuilder, sql } from 'kysely'
import { isUntouched, type Untouched } from '#server/db/clocks.ts'
import { hasRow } from '#server/db/has-row.ts'
import { inOrder } from '#server/db/keyset.ts'
import type { LedgerEntry, Payout } from '#server/db/schema/books.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { DayWindow } from '#server/features/orders/dated-records.ts'
import { isFound, type RecordFilter } from '#server/features/orders/record-filter.ts'

/** A payout day, and the latest one possible if the clock is right. */
export interface PayoutDay {
  day: string
  latest: string
}

/** Not handled on this day. A later handled day was recorded by a clock that was ahead, and is ignored. */
const isUnseen = ({ day, latest }: PayoutDay) =>
  sql<boolean>`(payout_day is null or payout_day < ${day} or payout_day > ${latest})`

/** Sellers who may be paid and were not handled on this day; sorted by id, starting after `after`. */
export const listPayable = (db: Db, on: PayoutDay, after: string, limit: number) =>
  db
    .selectFrom('seller_account')
    .select(['user_id', 'account_ref'])
    .where('payouts_enabled', '=', 1)
    .where('account_ref', 'is not', null)
    .where(isUnseen(on))
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .$narrowType<{ account_ref: NotNull }>()
    .execute()

/** Locks the seller and marks the day; false if it was handled before. */
export const claimDay = (tx: Tx, ownerId: string, on: PayoutDay): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('seller_account')
      .set({ payout_day: on.day })
      .where('user_id', '=', ownerId)
      .where('payouts_enabled', '=', 1)
      .where(isUnseen(on))
      .returning('user_id'),
  )

export const insertPayout = (tx: Tx, payout: Payout) =>
  tx.insertInto('payout').values(payout).execute()

/** False if it is not in one of these states any more. */
export const movePayout = (
  tx: Tx,
  id: string,
  from: Payout['state'][],
  change: Partial<Payout>,
): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('payout')
      .set(change)
      .where('id', '=', id)
      .where('state', 'in', from)
      .returning('id'),
  )

const withAccount = (db: Db) =>
  db
    .selectFrom('payout')
    .innerJoin('seller_account', 'seller_account.user_id', 'payout.owner_id')
    .selectAll('payout')
    .select('seller_account.account_ref')
    // Only a seller with an account is paid, and an account is never removed.
    .$narrowType<{ account_ref: NotNull }>()

export const findPayout = (db: Db, id: string) =>
  withAccount(db).where('payout.id', '=', id).executeTakeFirst()

export const findPayoutBy = (db: Db, ref: string) =>
  withAccount(db).where('payout.payout_ref', '=', ref).executeTakeFirst()

/** Payouts stored before the provider's answer was recorded. */
export const listStarted = (db: Db, limit: number) =>
  withAccount(db)
    .where('payout.state', '=', 'started')
    .orderBy('payout.created_at')
    .limit(limit)
    .execute()

/** Payouts in transit for so long that a webhook event may be lost; sorted by id, starting after `after`. */
export const listOnTheWay = (db: Db, quiet: Untouched, after: string, limit: number) =>
  withAccount(db)
    .where('payout.state', '=', 'in_transit')
    .where('payout.payout_ref', 'is not', null)
    .where(isUntouched('payout.created_at', quiet))
    .where('payout.id', '>', after)
    .orderBy('payout.id')
    .limit(limit)
    .$narrowType<{ payout_ref: NotNull }>()
    .execute()

export const listPayouts = (db: Db, ownerId: string, limit: number) =>
  db
    .selectFrom('payout')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Payouts by the day of their start; `ownerId` null: to all sellers. */
export const listPayoutRecords = (
  db: Db,
  ownerId: string | null,
  search: RecordFilter,
  named: (q: string) => RawBuilder<boolean>,
  window: DayWindow,
) =>
  db
    .selectFrom('payout')
    .innerJoin('user', 'user.id', 'payout.owner_id')
    .selectAll('payout')
    .select(['user.name as seller', 'user.display_name as seller_name'])
    .$if(ownerId !== null, (all) => all.where('payout.owner_id', '=', ownerId ?? ''))
    .where(isFound(search, { at: STARTED_AT, sum: sql.ref('payout.amount'), named }))
    .$call(inOrder({ day: STARTED_AT }, 'payout.id', window))
    .execute()

const STARTED_AT = sql.ref<string>('payout.created_at')

/** Whether a payout has this id, here or at the provider. */
export const isPayout = (q: string) => sql<boolean>`(payout.id = ${q} or payout.payout_ref = ${q})`

export const insertEntries = (tx: Tx, entries: LedgerEntry[]) =>
  tx.insertInto('ledger_entry').values(entries).execute()
