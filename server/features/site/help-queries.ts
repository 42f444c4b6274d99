import type { Topic } from '#contract/site/calls.ts'
import type { Db } from '#server/db/schema.ts'

/** The latest saved answers of a topic; `entries` is null if they were reset to the files. */
export const findHelp = (db: Db, topic: Topic) =>
  db
    .selectFrom('help_version')
    .selectAll()
    .where('topic', '=', topic)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
