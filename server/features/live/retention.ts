import { DAY_MS } from '#contract/durations.ts'
import type { Deps } from '#server/process/deps.ts'

const BATCH_SIZE = 100

/**
 * Deletes recordings that are no longer accessible: archives a day after their window closed, and streams without
 * archive or of cancelled events a day after their end. Returns their number.
 */
export async function deleteRecordings({
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
    // Files first: a row without files is retried, while files without a row would remain forever.
    await recordings.remove(id)
    await db.deleteFrom('broadcast').where('id', '=', id).execute()
  }
  return old.length
}
