import { isQuiet, type Quiet } from '#server/db/clocks.ts'
import type { SellerAccount } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Standing } from './standing.ts'

export const findAccount = (db: Db, ownerId: string) =>
  db.selectFrom('seller_account').selectAll().where('user_id', '=', ownerId).executeTakeFirst()

export const findOwnerOf = (db: Db, accountRef: string) =>
  db
    .selectFrom('seller_account')
    .select('user_id')
    .where('account_ref', '=', accountRef)
    .executeTakeFirst()

export const ownsRoom = async (db: Db, ownerId: string): Promise<boolean> =>
  (await db.selectFrom('room').select('id').where('owner_id', '=', ownerId).executeTakeFirst()) !==
  undefined

/** A row for one who begins to sell; one that is there stays as it is. */
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
      seller: '{}',
      invoice_number: null,
      updated_at: at,
      payouts_enabled: 0,
      payout_day: null,
      terms_accepted_at: null,
    })
    .onConflict((on) => on.column('user_id').doNothing())
    .execute()

/** The first reference stays. */
export const keepReference = (db: Db, ownerId: string, account_ref: string) =>
  db
    .updateTable('seller_account')
    .set({ account_ref })
    .where('user_id', '=', ownerId)
    .where('account_ref', 'is', null)
    .execute()

export const changeAccount = (db: Db, ownerId: string, change: Partial<SellerAccount>) =>
  db.updateTable('seller_account').set(change).where('user_id', '=', ownerId).execute()

/** Locks the row for this transaction, and reads it as it is now. */
export const lockAccount = (tx: Tx, ownerId: string) =>
  tx
    .updateTable('seller_account')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('user_id', '=', ownerId)
    .returningAll()
    .executeTakeFirst()

/** Writes down what the provider said when it was asked; what was heard later stays. */
export const keepStanding = (tx: Tx, ownerId: string, standing: Standing, asked: Quiet) =>
  tx
    .updateTable('seller_account')
    .set({ ...standing, updated_at: asked.before })
    .where('user_id', '=', ownerId)
    .where(isQuiet('updated_at', asked))
    .returning('user_id')
    .executeTakeFirst()

/** Those at the provider that nobody asked about since. */
export const listUnseen = (db: Db, quiet: Quiet, limit: number) =>
  db
    .selectFrom('seller_account')
    .select('user_id')
    .where('account_ref', 'is not', null)
    .where(isQuiet('updated_at', quiet))
    .orderBy('updated_at')
    .limit(limit)
    .execute()

/** Who pays to be in a room of this owner, by id from `after` on. */
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
