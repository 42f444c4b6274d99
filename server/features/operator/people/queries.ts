import type { RawBuilder } from 'kysely'
import type { PageWindow } from '#server/db/page-window.ts'
import type { User } from '#server/db/schema/people.ts'
import type { Db, Tx } from '#server/db/schema.ts'

interface Sought extends PageWindow {
  matching: RawBuilder<string> | undefined
  state?: 'suspended' | 'official' | 'operator' | undefined
}

/** All accounts, newest first. */
export const listPeople = (db: Db, { matching, state, limit, offset }: Sought) =>
  db
    .selectFrom('user')
    .select([
      'name',
      'display_name',
      'icon_small_path',
      'official_flg',
      'role',
      'status',
      'created_at',
    ])
    .where('status', '!=', 'deleted')
    .$call((all) => (matching ? all.where('id', 'in', matching) : all))
    .$if(state === 'suspended', (all) => all.where('status', '=', 'suspended'))
    .$if(state === 'official', (all) => all.where('official_flg', '=', 1))
    .$if(state === 'operator', (all) => all.where('role', '=', 'operator'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const listFormerNames = (db: Db, userId: string) =>
  db
    .selectFrom('name_history')
    .select('name')
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .execute()

export const listMemberships = (db: Db, userId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('room', 'room.id', 'membership.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select([
      'user.name as room',
      'room.title',
      'membership.status',
      'membership.amount',
      'membership.joined_at',
    ])
    .where('membership.user_id', '=', userId)
    .where('membership.status', '!=', 'left')
    .orderBy('membership.joined_at', 'desc')
    .execute()

export const findRoom = (db: Db, ownerId: string) =>
  db
    .selectFrom('room')
    .select(['title', 'state', 'subscribers', 'amount'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

export async function countTickets(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('entitlement')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '!=', 'room')
    .where('status', '=', 'valid')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Number of valid sessions, and the last use of any. */
export async function summariseSessions(db: Db, userId: string) {
  const { last, open } = await db
    .selectFrom('session')
    .select((eb) => [
      eb.fn.max('last_seen_at').as('last'),
      eb.fn.countAll().filterWhere('revoked_at', 'is', null).as('open'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { last: last as string | null, open: Number(open) }
}

/** Lock for removing operators, so that two concurrent removals see the remaining number. */
export const OPERATORS = 'operators'

export async function countOperators(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('user')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('role', '=', 'operator')
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const changeUser = (
  tx: Tx,
  id: string,
  change: Partial<Pick<User, 'status' | 'official_flg' | 'role'>>,
  updated_at: string,
) =>
  tx
    .updateTable('user')
    .set({ ...change, updated_at })
    .where('id', '=', id)
    .execute()
