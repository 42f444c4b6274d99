import { isUntouched, type Untouched } from '#server/db/clocks.ts'
import type { SellerAccount } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { AccountState } from './account-status.ts'

export const findAccount = (db: Db, ownerId: string) =>
  db.selectFrom('seller_account').selectAll().where('user_id', '=', ownerId).executeTakeFirst()

/** The account of a seller who has begun. */
export const getAccount = (db: Db, ownerId: string) =>
  db
    .selectFrom('seller_account')
    .selectAll()
    .where('user_id', '=', ownerId)
    .executeTakeFirstOrThrow()

export const findOwnerOf = (db: Db, accountRef: string) =>
  db
    .selectFrom('seller_account')
    .select('user_id')
    .where('account_ref', '=', accountRef)
    .executeTakeFirst()

export const ownsRoom = async (db: Db, ownerId: string): Promise<boolean> =>
  (await db.selectFrom('room').select('id').where('owner_id', '=', ownerId).executeTakeFirst()) !==
  undefined

/** Inserts a row for a new seller; an existing one stays. */
export const beginAccount = (db: Db, ownerId: string, at: string) =>
  db
    .insertInto('seller_account')
    .values({
      user_id: ownerId,
      account_ref: null,
      state: 'none',
      reasons: '[]',
      charges_enabled: 0,
      jcb_payments: 0,
      konbini_payments: 0,
      seller: '{}',
      invoice_number: null,
      updated_at: at,
      payouts_enabled: 0,
      payout_day: null,
      terms_accepted_at: null,
      shown_hash: null,
      invoice_since: null,
    })
    .onConflict((on) => on.column('user_id').doNothing())
    .execute()

/** Sets the reference unless one is stored. */
export const saveReference = (db: Db, ownerId: string, account_ref: string) =>
  db
    .updateTable('seller_account')
    .set({ account_ref })
    .where('user_id', '=', ownerId)
    .where('account_ref', 'is', null)
    .execute()

export const changeAccount = (db: Db, ownerId: string, change: Partial<SellerAccount>) =>
  db.updateTable('seller_account').set(change).where('user_id', '=', ownerId).execute()

/** Locks the row until the transaction ends, and returns it. */
export const lockAccount = (tx: Tx, ownerId: string) =>
  tx
    .updateTable('seller_account')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('user_id', '=', ownerId)
    .returningAll()
    .executeTakeFirst()

/** Stores the provider's answer unless a later one is stored. */
export const updateState = (
  tx: Tx,
  ownerId: string,
  accountStatus: AccountState,
  cutoff: Untouched,
) =>
  tx
    .updateTable('seller_account')
    .set({ ...accountStatus, updated_at: cutoff.before })
    .where('user_id', '=', ownerId)
    .where(isUntouched('updated_at', cutoff))
    .returning('user_id')
    .executeTakeFirst()

/** Accounts at the provider without an update since then. */
export const listUnseen = (db: Db, quiet: Untouched, limit: number) =>
  db
    .selectFrom('seller_account')
    .select('user_id')
    .where('account_ref', 'is not', null)
    .where(isUntouched('updated_at', quiet))
    .orderBy('updated_at')
    .limit(limit)
    .execute()

/** Paying members of the owner's room; sorted by id, starting after `after`. */
export const listPayingMembers = (db: Db, ownerId: string, after: string, limit: number) =>
  db
    .selectFrom('membership')
    .innerJoin('room', 'room.id', 'membership.room_id')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select(['membership.id', 'user.email'])
    .where('room.owner_id', '=', ownerId)
    .where('membership.status', 'in', ['active', 'past_due'])
    .where('membership.amount', '>', 0)
    .where('membership.id', '>', after)
    .where('user.status', '=', 'active')
    .orderBy('membership.id')
    .limit(limit)
    .execute()
