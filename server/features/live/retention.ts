import type { Deps } from '#server/process/deps.ts'

const DAY_MS = 24 * 60 * 60_000
const BATCH_SIZE = 100

/**
 * Gives the disk back what nobody may see any more: archives a day after their window closed; and, a day after their
 * end, streams whose owner wanted none, or whose event was cancelled. Answers how many went.
 */
export async function forgetRecordings({
  db,
  clock,
  recordings,
}: Pick<Deps, 'db' | 'clock' | 'recordings'>): Promise<number> {
  const before = new Date(clock.now().getTime() - DAY_MS).toISOString()
  const old = await db
    .selectFrom('broadcast')
    .innerJoin('event', 'event.id', 'broadcast.event_id')
    .select('broadcast.id')
    .where('broadcast.ended_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('event.status', '=', 'cancelled'),
        eb('event.publishment_flg', 'in', [2, 3]).and(
          eb.or([eb('event.archive', '=', 0), eb('event.archive_until', '<', before)]),
        ),
      ]),
    )
    .limit(BATCH_SIZE)
    .execute()
  for (const { id } of old) {
    // The files first: a row without them is tried again, files without a row would stay for ever.
    await recordings.remove(id)
    await db.deleteFrom('broadcast').where('id', '=', id).execute()
  }
  return old.length
}
