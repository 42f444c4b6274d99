import { sql } from 'kysely'
import type { Schema, Tx } from '#server/db/schema.ts'
import { arrivingAt } from '#server/ports/media.ts'

/** Rows that are nothing but the person: each with the column that says whose they are. */
const ABOUT_A_PERSON: [table: keyof Schema, column: string][] = [
  ['saved_card', 'user_id'],
  ['passkey', 'user_id'],
  ['identity', 'user_id'],
  ['signed_link', 'user_id'],
  ['push_token', 'user_id'],
  ['push_notice', 'user_id'],
  ['profile_link', 'user_id'],
  ['notification_setting', 'user_id'],
  ['event_notify', 'user_id'],
  ['room_staff', 'user_id'],
]

const FORGOTTEN = '退会したユーザー'

/** Nobody follows, or is followed by, one who left: the others' numbers go with it. */
async function unfollow(tx: Tx, userId: string) {
  for (const [mine, theirs, column] of [
    ['follower_id', 'followee_id', 'followers'],
    ['followee_id', 'follower_id', 'following'],
  ] as const) {
    const others = await tx
      .deleteFrom('follow')
      .where(mine, '=', userId)
      .returning(theirs)
      .execute()
    const ids = others.map((row) => (row as Record<string, string>)[theirs]!).sort()
    for (const id of ids)
      await tx
        .updateTable('user')
        .set({ [column]: sql`${sql.ref(column)} - 1` })
        .where('id', '=', id)
        .execute()
  }
}

/** A room without its owner is nobody's: it is not found any more, and says nothing. */
const closeRoom = (tx: Tx, userId: string, updated_at: string) =>
  tx
    .updateTable('room')
    .set({
      state: 9,
      title: FORGOTTEN,
      about: '',
      header_image_path: null,
      icon_image_path: null,
      updated_at,
    })
    .where('owner_id', '=', userId)
    .returning('id')
    .executeTakeFirst()

/**
 * Takes a person out of the tables. What others wrote with them stays, under a name that is nobody's; orders, the ledger
 * and receipts stay as the law asks. Their handle is never given to anybody again. Returns what is to be removed outside.
 */
export async function erase(tx: Tx, user: Schema['user'], at: string) {
  const before = await tx
    .selectFrom('room')
    .select(['header_image_path', 'icon_image_path'])
    .where('owner_id', '=', user.id)
    .executeTakeFirst()
  const uploads = await tx
    .deleteFrom('upload')
    .where('user_id', '=', user.id)
    .returning('id')
    .execute()
  await unfollow(tx, user.id)
  for (const [table, column] of ABOUT_A_PERSON)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${user.id}`.execute(tx)
  // What they wrote with others stays with these, and waits for nobody any more.
  await tx
    .updateTable('conversation_member')
    .set({ unread: 0 })
    .where('user_id', '=', user.id)
    .execute()
  const room = await closeRoom(tx, user.id, at)
  await tx
    .insertInto('name_history')
    .values({ name: user.name, user_id: user.id, changed_at: at })
    .onConflict((on) => on.doNothing())
    .execute()
  await tx
    .updateTable('user')
    .set({
      name: `left_${user.id}`,
      name_skeleton: `left_${user.id}`,
      display_name: FORGOTTEN,
      email: `${user.id}@left.invalid`,
      password_hash: null,
      about: '',
      icon_path: null,
      icon_small_path: null,
      official_flg: 0,
      birth_y: 0,
      birth_m: 0,
      birth_d: 0,
      gender: 9,
      followers: 0,
      following: 0,
      unread_messages: 0,
      role: 'member',
      status: 'deleted',
      updated_at: at,
    })
    .where('id', '=', user.id)
    .execute()
  const paths = [
    user.icon_path,
    user.icon_small_path,
    before?.header_image_path,
    before?.icon_image_path,
    ...uploads.map(({ id }) => arrivingAt(id)),
  ].filter((path) => typeof path === 'string')
  return { roomId: room?.id ?? null, paths }
}
