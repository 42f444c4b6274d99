import type { Db } from '#server/db/schema.ts'

export const listCards = (db: Db, userId: string) =>
  db
    .selectFrom('saved_card')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findSellerAccount = (db: Db, userId: string) =>
  db
    .selectFrom('seller_account')
    .innerJoin('user', 'user.id', 'seller_account.user_id')
    .selectAll('seller_account')
    .select(['user.name', 'user.display_name'])
    .where('seller_account.user_id', '=', userId)
    .executeTakeFirst()
export type SellerRow = NonNullable<Awaited<ReturnType<typeof findSellerAccount>>>
