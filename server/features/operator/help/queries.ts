import type { Topic } from '#contract/site/calls.ts'
import type { Db, Schema } from '#server/db/schema.ts'

export const listVersions = (db: Db, topic: Topic) =>
  db
    .selectFrom('help_version')
    .leftJoin('user', 'user.id', 'help_version.actor_id')
    .select(['help_version.version', 'help_version.created_at', 'help_version.entries'])
    .select('user.name as by')
    .where('topic', '=', topic)
    .orderBy('version', 'desc')
    .limit(50)
    .execute()

export const findVersion = (db: Db, topic: Topic, version: number) =>
  db
    .selectFrom('help_version')
    .select('entries')
    .where('topic', '=', topic)
    .where('version', '=', version)
    .executeTakeFirst()

export const insertVersion = (db: Db, row: Schema['help_version']) =>
  db.insertInto('help_version').values(row).execute()
