import { NOT_STARTED_MS } from '#contract/limits.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import { alertOperators } from '#server/features/auth/operators.ts'
import type { Deps } from '#server/process/deps.ts'
import { listLate } from './cancel-queries.ts'

/** What nobody was told of for so long is history. */
const LOOK_BACK_MS = 24 * 60 * 60_000

/** Tells operators and owners of events that should have begun and have not: each once. */
export async function tellLate(deps: Pick<Deps, 'db' | 'clock' | 'newId'>) {
  const { db, clock } = deps
  const before = new Date(clock.now().getTime() - NOT_STARTED_MS)
  const since = new Date(before.getTime() - LOOK_BACK_MS)
  for (const { id, title, email } of await listLate(
    db,
    before.toISOString(),
    since.toISOString(),
  )) {
    await alertOperators(deps, { about: `not-started:${id}`, alert: 'notStarted' })
    const letter = { letter: 'eventNotStarted', title, eventId: id } as const
    await transact(db, (tx) => enqueueEmail(deps, tx, id, { ...letter, to: email }))
  }
}
