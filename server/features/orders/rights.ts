import type { Entitlement } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Granted } from './subject.ts'

type Right = Pick<Entitlement, 'id' | 'user_id' | 'kind' | 'subject_id' | 'order_id' | 'number'>

/** Gives a person their one right to a subject; one that was revoked comes back under the new number. */
export async function giveRight(tx: Tx, right: Right, at: string): Promise<Granted> {
  const { order_id, number } = right
  const fresh = { status: 'valid', order_id, number, granted_at: at, revoked_at: null } as const
  const given = await tx
    .insertInto('entitlement')
    .values({ ...right, ...fresh })
    .onConflict((on) =>
      on
        .columns(['user_id', 'kind', 'subject_id'])
        .doUpdateSet(fresh)
        .where('entitlement.status', '=', 'revoked'),
    )
    .returning(['id', 'number'])
    .executeTakeFirst()
  if (given) return { ...given, already: false }
  const held = await tx
    .selectFrom('entitlement')
    .select(['id', 'number'])
    .where('user_id', '=', right.user_id)
    .where('kind', '=', right.kind)
    .where('subject_id', '=', right.subject_id)
    .executeTakeFirstOrThrow()
  return { ...held, already: true }
}
