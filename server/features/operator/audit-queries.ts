import type { Schema, Tx } from '#server/db/schema.ts'

export const insertAudit = (tx: Tx, row: Schema['audit']) =>
  tx.insertInto('audit').values(row).execute()
