import { DAY_MS } from '#contract/lib/durations.ts'
import { lockSequence } from '#server/db/counter.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/process/deps.ts'
import { countLines } from './count-queries.ts'
import { sequenceOf } from './queries.ts'
import { listLiveSince, listMiscounted } from './recount-queries.ts'

/** Longer than an upgrade takes: counting every evening of a site again each night would take too long. */
const PAST_MS = 7 * DAY_MS

/**
 * Corrects the counts of lines of the last evenings. During an upgrade, processes of a release without these counts
 * write lines that nobody has counted.
 */
export async function recountTalk({ db, read, clock, log }: Deps) {
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  const events = await listLiveSince(read, at(-PAST_MS), at(DAY_MS))
  for (const { id: eventId } of events)
    for (const { user_id: userId } of await listMiscounted(read, { eventId }))
      await transact(db, async (tx) => {
        await lockSequence(tx, sequenceOf(eventId))
        const [current] = await listMiscounted(tx, { eventId, userId })
        if (!current) return
        const change = Number(current.change)
        await countLines(tx, { eventId, userId, change })
        log.warn({ eventId, change }, 'lines of a talk were not counted')
      })
}
