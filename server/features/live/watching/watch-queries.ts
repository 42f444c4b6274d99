import type { Kysely } from 'kysely'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'

interface Watched {
  eventId: string
  kind: Schema['watch']['kind']
  /** The start of a minute. */
  minute: string
}

/** People per statement, at five values each: engines limit parameters to some thousands. */
const BATCH_SIZE = 500

/**
 * Adds one minute for each of these people. Idempotent per person and minute, since several processes may report it.
 */
export async function addMinutes(db: Kysely<Schema>, watched: Watched, people: string[]) {
  const sorted = people.toSorted()
  let counted = 0
  for (let from = 0; from < sorted.length; from += BATCH_SIZE)
    counted += await transact(db, (tx) =>
      addSome(tx, watched, sorted.slice(from, from + BATCH_SIZE)),
    )
  if (counted > 0)
    await transact(db, async (tx) => {
      const together = await countIn(tx, watched)
      await raisePeak(tx, watched, together)
      if (watched.kind === 'live') await saveMinute(tx, watched, together)
    })
}

/** Returns the number of people counted. */
async function addSome(tx: Tx, { eventId, kind, minute }: Watched, people: string[]) {
  // Deleted accounts are skipped.
  const there = await tx
    .selectFrom('user')
    .select('id')
    .where('id', 'in', people)
    .where('status', '=', 'active')
    .execute()
  const ids = there.map(({ id }) => id).toSorted()
  if (ids.length === 0) return 0
  const rows = ids.map((user_id) => ({
    event_id: eventId,
    kind,
    user_id,
    minutes: 1,
    last_minute: minute,
  }))
  const counted = await tx
    .insertInto('watch')
    .values(rows)
    .onConflict((on) =>
      on
        .columns(['event_id', 'kind', 'user_id'])
        .doUpdateSet((eb) => ({
          minutes: eb('watch.minutes', '+', 1),
          last_minute: eb.ref('excluded.last_minute'),
        }))
        .whereRef('watch.last_minute', '<', 'excluded.last_minute'),
    )
    .returning('minutes')
    .execute()
  if (counted.length > 0) await addTotal(tx, { eventId, kind }, counted)
  return counted.length
}

async function countIn(tx: Tx, { eventId, kind, minute }: Watched): Promise<number> {
  const { n } = await tx
    .selectFrom('watch')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .where('last_minute', '=', minute)
    .executeTakeFirstOrThrow()
  return Number(n)
}

async function addTotal(
  tx: Tx,
  { eventId, kind }: Pick<Watched, 'eventId' | 'kind'>,
  counted: { minutes: number }[],
) {
  const people = counted.filter(({ minutes }) => minutes === 1).length
  const minutes = counted.length
  await tx
    .insertInto('watch_total')
    .values({ event_id: eventId, kind, people, minutes, peak: 0 })
    .onConflict((on) =>
      on.columns(['event_id', 'kind']).doUpdateSet((eb) => ({
        people: eb('watch_total.people', '+', people),
        minutes: eb('watch_total.minutes', '+', minutes),
      })),
    )
    .execute()
}

/** Another process may have saved this minute before, with fewer viewers. */
async function saveMinute(tx: Tx, { eventId, minute }: Watched, people: number) {
  const until = new Date(Date.parse(minute) + MINUTE_MS).toISOString()
  const { messages } = await tx
    .selectFrom('talk')
    .select((eb) => eb.fn.countAll<number>().as('messages'))
    .where('event_id', '=', eventId)
    .where('created_at', '>=', minute)
    .where('created_at', '<', until)
    .where('deleted', '=', 0)
    .where('deletes', 'is', null)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('watch_minute')
    .values({ event_id: eventId, minute, people, messages: Number(messages) })
    .onConflict((on) =>
      on
        .columns(['event_id', 'minute'])
        .doUpdateSet((eb) => ({
          people: eb.ref('excluded.people'),
          messages: eb.ref('excluded.messages'),
        }))
        .whereRef('watch_minute.people', '<', 'excluded.people'),
    )
    .execute()
}

async function raisePeak(tx: Tx, { eventId, kind }: Watched, together: number) {
  await tx
    .updateTable('watch_total')
    .set({ peak: together })
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .where('peak', '<', together)
    .execute()
}
