import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

const COMMITS = 300

/** Commits a second of one small row each, as safely as the product's: what this disk can do at best. */
export function rawCommits(folder: string): number {
  const database = new Sqlite(join(folder, 'raw.sqlite'))
  database.pragma('journal_mode = wal')
  database.pragma('synchronous = full')
  database.exec('create table if not exists talk (seq integer primary key, message text)')
  const insert = database.prepare('insert into talk (message) values (?)')
  const startedAt = performance.now()
  for (let n = 0; n < COMMITS; n++) insert.run('こんばんは')
  const rate = (COMMITS / (performance.now() - startedAt)) * 1_000
  database.close()
  return rate
}
