import { sql } from 'kysely'
import type { Promotion, PromotionCode } from '#server/db/schema/promotions.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** A code of a ticket with its promotion. `id`: of the code. */
export const findCode = (db: Db, ticketId: Id, code: string) =>
  db
    .selectFrom('promotion_code')
    .innerJoin('promotion', 'promotion.id', 'promotion_code.promotion_id')
    .select(['promotion_code.id', 'promotion_code.code', 'promotion_code.taken'])
    .select(['promotion.percent', 'promotion.yen_off', 'promotion.presale', 'promotion.type_ids'])
    .select(['promotion.valid_from', 'promotion.valid_until', 'promotion.seats'])
    .select(['promotion.per_person', 'promotion.stopped'])
    .where('promotion_code.digital_ticket_id', '=', ticketId)
    .where('promotion_code.code', '=', code)
    .executeTakeFirst()
export type CodeRow = NonNullable<Awaited<ReturnType<typeof findCode>>>

/** Seats for which a person used a code; `open`: those of their unpaid order, which the next attempt replaces. */
export async function countUses(db: Db, codeId: Id, userId: Id) {
  const { used, open } = await db
    .selectFrom('redemption')
    .leftJoin('order', 'order.id', 'redemption.order_id')
    .select([
      sql<number>`coalesce(sum(redemption.seats), 0)`.as('used'),
      sql<number>`coalesce(sum(case when "order".state = 'open' then redemption.seats else 0 end), 0)`.as(
        'open',
      ),
    ])
    .where('redemption.code_id', '=', codeId)
    .where('redemption.user_id', '=', userId)
    .where('redemption.released_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { used: Number(used) - Number(open), open: Number(open) }
}

const withCodes = (db: Db) =>
  db
    .selectFrom('promotion')
    .selectAll('promotion')
    .select([
      sql<number>`(select count(*) from promotion_code where promotion_id = promotion.id)`.as(
        'codes',
      ),
      sql<
        string | null
      >`(select min(code) from promotion_code where promotion_id = promotion.id)`.as('code'),
      sql<number>`(select coalesce(sum(taken), 0) from promotion_code
        where promotion_id = promotion.id)`.as('taken'),
      sql<number>`case when exists (select 1 from redemption
        inner join promotion_code on promotion_code.id = redemption.code_id
        where promotion_code.promotion_id = promotion.id) then 1 else 0 end`.as('was_used'),
    ])

/** A ticket's promotions with their counts, the newest first. */
export const listPromotions = (db: Db, ticketId: Id) =>
  withCodes(db)
    .where('promotion.digital_ticket_id', '=', ticketId)
    .orderBy('promotion.id', 'desc')
    .execute()
export type PromotionRow = Awaited<ReturnType<typeof listPromotions>>[number]

export const findPromotion = (db: Db, ticketId: Id, id: Id) =>
  withCodes(db)
    .where('promotion.digital_ticket_id', '=', ticketId)
    .where('promotion.id', '=', id)
    .executeTakeFirst()

export const listCodes = (db: Db, promotionId: Id) =>
  db
    .selectFrom('promotion_code')
    .select(['code', 'taken'])
    .where('promotion_id', '=', promotionId)
    .orderBy('id')
    .execute()

export const insertPromotion = (tx: Tx, row: Promotion) =>
  tx.insertInto('promotion').values(row).execute()

export const insertCodes = (tx: Tx, rows: PromotionCode[]) =>
  tx.insertInto('promotion_code').values(rows).execute()

export const setStopped = (tx: Tx, id: Id, stopped: Promotion['stopped']) =>
  tx.updateTable('promotion').set({ stopped }).where('id', '=', id).execute()

export async function deletePromotion(tx: Tx, id: Id) {
  await tx.deleteFrom('promotion_code').where('promotion_id', '=', id).execute()
  await tx.deleteFrom('promotion').where('id', '=', id).execute()
}

/** Deletes the promotions of a ticket, whose codes nobody has used. */
export async function deletePromotionsOf(tx: Tx, ticketId: Id) {
  await tx.deleteFrom('promotion_code').where('digital_ticket_id', '=', ticketId).execute()
  await tx.deleteFrom('promotion').where('digital_ticket_id', '=', ticketId).execute()
}
