import { postgresBus } from '#server/adapters/postgres-bus.ts'
import type { Bus } from '#server/ports/bus.ts'
import { createServed } from './databases.ts'
import { memoryLog } from './log.ts'

let database: Promise<string> | undefined

/**
 * The buses of two processes. Their database is not shared with other test files that run at the same time: a message
 * reaches all buses of a database.
 */
export async function openTwoBuses(): Promise<[Bus, Bus]> {
  database ??= createServed()
  const url = await database
  return Promise.all([postgresBus(url, memoryLog()), postgresBus(url, memoryLog())])
}
