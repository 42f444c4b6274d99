import type { PaperTicket } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'

export const findPaper = (db: Db, issuedId: string, userId: string) =>
  db
    .selectFrom('paper_ticket')
    .selectAll()
    .where('issued_ticket_id', '=', issuedId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const insertPaper = (tx: Tx, row: PaperTicket) =>
  tx.insertInto('paper_ticket').values(row).execute()

export const deletePaper = (tx: Tx, issuedId: string) =>
  tx.deleteFrom('paper_ticket').where('issued_ticket_id', '=', issuedId).execute()
