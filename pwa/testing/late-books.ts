import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { RunningServer } from './server.ts'

/** From now on the provider books a payment so many seconds later; 0, as at its start: at once. */
export function bookAfter({ dataDir }: RunningServer, seconds: number) {
  const db = new Sqlite(join(dataDir, 'sandbox-stripe.sqlite'))
  db.prepare('insert or replace into setting (name, value) values (?, ?)').run(
    'late_seconds',
    JSON.stringify(seconds),
  )
  db.close()
}

/** The number of paid orders that the provider has not booked. */
export function countUnbooked({ dataDir }: RunningServer) {
  const db = new Sqlite(join(dataDir, 'room.sqlite'), { readonly: true })
  const count = db.prepare('select count(*) from attempt where unbooked_at is not null').pluck()
  const unbooked = count.get()
  db.close()
  return unbooked
}
