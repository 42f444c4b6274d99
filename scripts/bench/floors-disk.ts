import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

const COMMITS = 300

/** Commits per second of a small row with the product's durability: the maximum of this disk. */
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
