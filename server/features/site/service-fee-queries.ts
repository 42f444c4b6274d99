import type { Db } from '#server/db/schema.ts'

/** Changes of the platform fee, past and planned, oldest first. */
export const listFees = (db: Db) =>
  db
    .selectFrom('platform_fee')
    .select(['effective_at', 'percent'])
    .where('withdrawn_at', 'is', null)
    .orderBy('effective_at')
    .execute()

/** Numbers of all planned and of the withdrawn changes. */
export const countFees = (db: Db) =>
  db
    .selectFrom('platform_fee')
    .select((eb) => [
      eb.fn.countAll<number>().as('plans'),
      eb.fn.count<number>('withdrawn_at').as('withdrawn'),
    ])
    .executeTakeFirstOrThrow()
