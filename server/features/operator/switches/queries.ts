import type { SwitchName } from '#contract/site/switches.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { BAND } from '#server/features/site/switch-queries.ts'

export const listTurned = (db: Db) => db.selectFrom('feature_switch').selectAll().execute()

export const findTurned = (db: Db, name: SwitchName) =>
  db.selectFrom('feature_switch').selectAll().where('name', '=', name).executeTakeFirst()

export const turn = (db: Db, row: Schema['feature_switch']) =>
  db
    .insertInto('feature_switch')
    .values(row)
    .onConflict((on) =>
      on.column('name').doUpdateSet({ enabled: row.enabled, updated_at: row.updated_at }),
    )
    .execute()

export const putBand = (db: Db, text: string, updated_at: string) =>
  db
    .insertInto('site_notice')
    .values({ name: BAND, text, updated_at })
    .onConflict((on) => on.column('name').doUpdateSet({ text, updated_at }))
    .execute()

export const dropBand = (db: Db) => db.deleteFrom('site_notice').where('name', '=', BAND).execute()
