// The people with a ticket of an event, or in a room, who agreed to be shown on its page.

import { sql } from 'kysely'
import { FACES_COUNTED_MAX, FACES_SHOWN } from '#contract/shared/limits.ts'
import { compiledPer } from '#server/db/compiled-once.ts'
import type { Db } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

type ShownKind = 'event' | 'room'

/** The setting itself, of which each right has a copy. */
const SETTING = { event: 'user.publishes_attendance', room: 'user.publishes_memberships' } as const

/** Valid rights of people who agreed to be shown, who are active and not banned from the event. */
const publicRights = (db: Db, kind: ShownKind, subjectId: string) =>
  db
    .selectFrom('entitlement')
    .innerJoin('user', 'user.id', 'entitlement.user_id')
    .where('entitlement.subject_id', '=', subjectId)
    // A literal, not a parameter: the partial index has this condition.
    .where('entitlement.is_public', '=', sql.lit(1))
    // As expressions: SQLite would take the index of all rights to the product, and read 100,000 for a few.
    .where((eb) => eb(eb.fn.coalesce('entitlement.kind', sql.lit('')), '=', kind))
    .where((eb) => eb(eb.fn.coalesce('entitlement.status', sql.lit('')), '=', 'valid'))
    .where(SETTING[kind], '=', 1)
    .where('user.status', '=', 'active')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('talk_ban')
            .select('talk_ban.user_id')
            .whereRef('talk_ban.event_id', '=', 'entitlement.subject_id')
            .whereRef('talk_ban.user_id', '=', 'entitlement.user_id'),
        ),
      ),
    )

/** The newest ones. */
const list = compiledPer(
  (db, { kind }: { kind: ShownKind }, { subjectId }: { subjectId: string }) =>
    publicRights(db, kind, subjectId)
      .select(memberColumns)
      .orderBy('entitlement.granted_at', 'desc')
      .orderBy('entitlement.id', 'desc')
      .limit(sql.lit(FACES_SHOWN)),
)

const count = compiledPer(
  (db, { kind }: { kind: ShownKind }, { subjectId }: { subjectId: string }) =>
    db
      .selectFrom(
        publicRights(db, kind, subjectId)
          .select('entitlement.id')
          .limit(sql.lit(FACES_COUNTED_MAX))
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll().as('count')),
)

/** The newest ones, and how many there are, up to `FACES_COUNTED_MAX`. */
export async function findPublicHolders(db: Db, kind: ShownKind, subjectId: string) {
  const [people, [counted]] = await Promise.all([
    list(db, { kind }, { subjectId }),
    count(db, { kind }, { subjectId }),
  ])
  return { people, count: Number(counted?.count ?? 0) }
}

export const findPublicHolder = (db: Db, kind: ShownKind, subjectId: string, name: string) =>
  publicRights(db, kind, subjectId)
    .select(memberColumns)
    .where('user.name', '=', name)
    .executeTakeFirst()
