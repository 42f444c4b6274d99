import type { NotNull } from 'kysely'
import type { SavedCard } from '#server/db/schema/money.ts'
import type { Flag } from '#server/db/schema/types.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

export const findCustomer = (db: Db, userId: string) =>
  db.selectFrom('customer').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const insertCustomer = (db: Db, customer: Schema['customer']) =>
  db
    .insertInto('customer')
    .values(customer)
    .onConflict((on) => on.doNothing())
    .execute()

export const findSellerCustomer = (db: Db, userId: string, sellerId: string) =>
  db
    .selectFrom('seller_customer')
    .selectAll()
    .where('user_id', '=', userId)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()

export const insertSellerCustomer = (db: Db, customer: Schema['seller_customer']) =>
  db
    .insertInto('seller_customer')
    .values(customer)
    .onConflict((on) => on.doNothing())
    .execute()

export const findMainCard = (db: Db, userId: string) =>
  db
    .selectFrom('saved_card')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('main', 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Saves a card as the main one. Does nothing if it is saved already. */
export async function storeCard(tx: Tx, card: SavedCard) {
  const stored = await tx
    .insertInto('saved_card')
    .values(card)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) return
  await tx
    .updateTable('saved_card')
    .set({ main: 0 })
    .where('user_id', '=', card.user_id)
    .where('id', '!=', card.id)
    .execute()
}

export const findSavedCard = (db: Db, userId: string, methodRef: string) =>
  db
    .selectFrom('saved_card')
    .select(['method_ref', 'brand', 'last4', 'exp_month', 'exp_year'])
    .where('user_id', '=', userId)
    .where('method_ref', '=', methodRef)
    .executeTakeFirst()

export const findCard = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('saved_card')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

/** False if the card is not this user's. */
export async function setMain(tx: Tx, userId: string, id: string): Promise<boolean> {
  if (!(await findCard(tx, userId, id))) return false
  await tx
    .updateTable('saved_card')
    .set((eb) => ({ main: eb.case().when('id', '=', id).then<Flag>(1).else<Flag>(0).end() }))
    .where('user_id', '=', userId)
    .execute()
  return true
}

/** Deletes a card. If it was the main one, the newest remaining card becomes it. */
export async function removeCard(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('saved_card').where('user_id', '=', userId).where('id', '=', id).execute()
  const next = await findMainCard(tx, userId)
  if (next && next.main === 0) await setMain(tx, userId, next.id)
}

/** The cards of an order's attempts that were entered for it. */
export const listCardsOfOrder = (db: Db, orderId: string) =>
  db
    .selectFrom('attempt')
    .select('card')
    .where('order_id', '=', orderId)
    .where('card', 'is not', null)
    .$narrowType<{ card: NotNull }>()
    .execute()

/** Those of these payment methods that a buyer has saved. */
export async function findSavedMethods(db: Db, methods: string[]): Promise<string[]> {
  if (methods.length === 0) return []
  const saved = await db
    .selectFrom('saved_card')
    .select('method_ref')
    .where('method_ref', 'in', methods)
    .execute()
  return saved.map(({ method_ref }) => method_ref)
}
