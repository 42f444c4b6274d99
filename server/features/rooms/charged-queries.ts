import type { NotNull } from 'kysely'
import type { Id } from '#server/db/schema/types.ts'
import type { Db } from '#server/db/schema.ts'

const columns = [
  'membership.id',
  'membership.subscription_ref',
  'membership.current_period_end',
  'membership.fee_percent',
] as const

const charged = (db: Db) =>
  db
    .selectFrom('membership')
    .select(columns)
    .where('subscription_ref', 'is not', null)
    .where('status', '!=', 'left')
    .$narrowType<{ subscription_ref: NotNull }>()

export type Charged = NonNullable<Awaited<ReturnType<typeof findCharged>>>

export const findCharged = (db: Db, id: Id) =>
  charged(db).where('membership.id', '=', id).executeTakeFirst()

/** Sorted by id, starting after `after`; without those that have `percent`, unless it is null. */
export const listCharged = (db: Db, percent: number | null, after: Id, limit: number) =>
  charged(db)
    .where('membership.id', '>', after)
    .$if(percent !== null, (all) =>
      all.where((eb) => eb.or([eb('fee_percent', 'is', null), eb('fee_percent', '!=', percent)])),
    )
    .orderBy('membership.id')
    .limit(limit)
    .execute()

/** Stores the fee at the provider, null if unknown; skips a replaced subscription. */
export const saveFeePercent = (
  db: Db,
  { id, subscription_ref }: Charged,
  fee_percent: number | null,
) =>
  db
    .updateTable('membership')
    .set({ fee_percent })
    .where('id', '=', id)
    .where('subscription_ref', '=', subscription_ref)
    .execute()
