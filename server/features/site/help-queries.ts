import type { Topic } from '#contract/site.ts'
import type { Db } from '#server/db/schema.ts'

/** What an operator wrote last of a topic; its `entries` are null where the files speak again. */
export const findHelp = (db: Db, topic: Topic) =>
  db
    .selectFrom('help_version')
    .selectAll()
    .where('topic', '=', topic)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
