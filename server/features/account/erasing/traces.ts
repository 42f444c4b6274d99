import { sql } from 'kysely'
import type { Schema, Tx } from '#server/db/schema.ts'
import { retire } from '#server/features/auth/retired-names.ts'

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
  ['watch', 'user_id'],
  ['room_staff', 'user_id'],
  ['talk_ban', 'user_id'],
  ['idempotency', 'user_id'],
  ['session', 'user_id'],
  ['known_device', 'user_id'],
]

type Person = Pick<Schema['user'], 'id' | 'name' | 'email'>

/** Whatever else stands about a person in tables that are not about people. */
export async function eraseTraces(tx: Tx, user: Person, at: string) {
  for (const [table, column] of ABOUT_A_PERSON)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${user.id}`.execute(tx)
  await eraseNames(tx, user)
  await eraseMails(tx, user.email, at)
  await eraseCards(tx, user.id)
  await tx
    .deleteFrom('device_binding')
    .where('issued_ticket_id', 'in', (eb) =>
      eb.selectFrom('issued_ticket').select('id').where('holder_id', '=', user.id),
    )
    .execute()
  await tx
    .updateTable('disclosure_request')
    .set({ name: '', email: '', reason: '' })
    .where('email', '=', user.email)
    .execute()
  await tx
    .updateTable('takedown')
    .set({ name: '', email: '', behalf: '', claim: '', requester_id: null })
    .where((eb) => eb.or([eb('email', '=', user.email), eb('requester_id', '=', user.id)]))
    .execute()
}

/** Their handles are never given to anybody again, and nobody can read any more which these were. */
async function eraseNames(tx: Tx, { id, name }: Person) {
  const former = await tx
    .deleteFrom('name_history')
    .where('user_id', '=', id)
    .returning('name')
    .execute()
  await retire(tx, [name, ...former.map((row) => row.name)])
}

/** As it stands in JSON, between quotes. */
const holding = (email: string) =>
  `%${JSON.stringify(email).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * Mails to them that have not gone, or were given up: nobody takes those up again, as one without an error. And sign-ups
 * that were begun with their address.
 */
async function eraseMails(tx: Tx, email: string, at: string) {
  await sql`delete from signed_link where user_id is null
    and payload like ${holding(email)} escape '\\'`.execute(tx)
  // Whoever is sending one just now keeps nothing of how that went: what was answered may name the address.
  await sql`update outbox set done_at = coalesce(done_at, ${at}), payload = '{}', error = null,
      leased_by = null, leased_until = null
    where payload like ${holding(email)} escape '\\'`.execute(tx)
}

/** What was paid stays with its books; with which card is told by the bank's. */
const eraseCards = (tx: Tx, userId: string) =>
  tx
    .updateTable('attempt')
    .set({ card: null, source: '' })
    .where('order_id', 'in', (eb) =>
      eb.selectFrom('order').select('id').where('buyer_id', '=', userId),
    )
    .execute()
