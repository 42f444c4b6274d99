import type { Entrant } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'

type EntrantKey = Pick<Entrant, 'digital_ticket_id' | 'user_id'>

export const findEntrant = (db: Db, { digital_ticket_id, user_id }: EntrantKey) =>
  db
    .selectFrom('entrant')
    .selectAll()
    .where('digital_ticket_id', '=', digital_ticket_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

export const storeEntrant = (tx: Tx, { created_at, ...row }: Entrant) =>
  tx
    .insertInto('entrant')
    .values({ ...row, created_at })
    .onConflict((on) => on.columns(['digital_ticket_id', 'user_id']).doUpdateSet(row))
    .execute()

export const deleteEntrant = (tx: Tx, { digital_ticket_id, user_id }: EntrantKey) =>
  tx
    .deleteFrom('entrant')
    .where('digital_ticket_id', '=', digital_ticket_id)
    .where('user_id', '=', user_id)
    .execute()
