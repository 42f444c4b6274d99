import { sql } from 'kysely'
import type { Schema, Tx } from '#server/db/schema.ts'
import { retire } from '#server/features/auth/retired-name-queries.ts'

/** Tables whose rows are deleted with their user, each with the column of the user's id. */
const ABOUT_A_PERSON: [table: keyof Schema, column: string][] = [
  ['saved_card', 'user_id'],
  ['passkey', 'user_id'],
  ['identity', 'user_id'],
  ['signed_link', 'user_id'],
  ['push_token', 'user_id'],
  ['push_notice', 'user_id'],
  ['notification', 'user_id'],
  ['profile_link', 'user_id'],
  ['notification_setting', 'user_id'],
  ['event_notify', 'user_id'],
  ['entrant', 'user_id'],
  ['paper_ticket', 'user_id'],
  ['waitlist', 'user_id'],
  ['seat_offer', 'user_id'],
  ['watch', 'user_id'],
  ['talk_author', 'user_id'],
  ['room_staff', 'user_id'],
  ['talk_ban', 'user_id'],
  ['task_assignment', 'operator_id'],
  ['idempotency', 'user_id'],
  ['session', 'user_id'],
  ['known_device', 'user_id'],
]

type Person = Pick<Schema['user'], 'id' | 'name' | 'email'>

/** Erases the personal data in all remaining tables. */
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

/** Retires the person's handles, stored as hashes: they are never assigned again. */
async function eraseNames(tx: Tx, { id, name }: Person) {
  const former = await tx
    .deleteFrom('name_history')
    .where('user_id', '=', id)
    .returning('name')
    .execute()
  await retire(tx, [name, ...former.map((row) => row.name)])
}

/** LIKE pattern for the address as a quoted JSON string. */
const holding = (email: string) =>
  `%${JSON.stringify(email).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * Blanks unsent and given-up emails to the address; without an error they cannot be retried. Deletes pending sign-ups
 * with the address.
 */
async function eraseMails(tx: Tx, email: string, at: string) {
  await sql`delete from signed_link where user_id is null
    and payload like ${holding(email)} escape '\\'`.execute(tx)
  // Clearing the lease discards the outcome of an email that is being sent: the reply may contain the address.
  await sql`update outbox set done_at = coalesce(done_at, ${at}), payload = '{}', error = null,
      leased_by = null, leased_until = null
    where payload like ${holding(email)} escape '\\'`.execute(tx)
}

/**
 * Removes the card, or the payment number, from payment attempts. The order and the provider's records are enough for
 * accounting.
 */
const eraseCards = (tx: Tx, userId: string) =>
  tx
    .updateTable('attempt')
    .set({ card: null, source: '', voucher: null })
    .where('order_id', 'in', (eb) =>
      eb.selectFrom('order').select('id').where('buyer_id', '=', userId),
    )
    .execute()
