import type { Db, Schema, Tx } from '#server/db/schema.ts'

export const listLanguages = (db: Db, eventId: string) =>
  db.selectFrom('caption').select('language').where('event_id', '=', eventId).execute()

export const findCaption = (db: Db, eventId: string, language: string) =>
  db
    .selectFrom('caption')
    .select('text')
    .where('event_id', '=', eventId)
    .where('language', '=', language)
    .executeTakeFirst()

export const storeCaption = (tx: Tx | Db, row: Schema['caption']) =>
  tx
    .insertInto('caption')
    .values(row)
    .onConflict((on) =>
      on.columns(['event_id', 'language']).doUpdateSet((eb) => ({
        text: eb.ref('excluded.text'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()

export const removeCaption = (db: Db, eventId: string, language: string) =>
  db
    .deleteFrom('caption')
    .where('event_id', '=', eventId)
    .where('language', '=', language)
    .execute()

export const removeCaptions = (tx: Tx, eventId: string) =>
  tx.deleteFrom('caption').where('event_id', '=', eventId).execute()
