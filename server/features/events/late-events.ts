import { NOT_STARTED_MS } from '#contract/events/limits.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { alertOperators } from '#server/features/auth/operators.ts'
import type { Deps } from '#server/process/deps.ts'
import { listLate } from './cancel-queries.ts'

/** Events overdue for longer are not reported. */
const LOOK_BACK_MS = 24 * 60 * 60_000

/** Reports overdue events to operators and owners, once each. */
export async function notifyLate(deps: Deps) {
  const { db, clock } = deps
  const before = new Date(clock.now().getTime() - NOT_STARTED_MS)
  const since = new Date(before.getTime() - LOOK_BACK_MS)
  for (const { id, title, email } of await listLate(
    db,
    before.toISOString(),
    since.toISOString(),
  )) {
    const emailContent = { letter: 'eventNotStarted', title, eventId: id } as const
    await transact(db, async (tx) => {
      await alertOperators(deps, tx, { about: `not-started:${id}`, alert: 'notStarted' })
      await enqueueEmail(deps, tx, id, { ...emailContent, to: email })
    })
  }
}
