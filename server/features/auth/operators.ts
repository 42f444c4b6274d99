import { transact } from '#server/db/transact.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Email } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'
import { enqueueEmail } from './emails/enqueue-email.ts'
import { listOperators } from './queries.ts'

type Alert = Extract<Email, { letter: 'operatorAlert' }>['alert']

/** Emails all operators; each `about` once. */
export async function alertOperators(
  deps: Deps,
  { about, alert }: { about: string; alert: Alert },
) {
  await transact(deps.db, async (tx) => {
    const operators = await listOperators(tx)
    const at = isoNow(deps)
    for (const { id, email } of operators)
      await enqueueEmail(deps, tx, `${about}:${id}`, {
        letter: 'operatorAlert',
        alert,
        at,
        to: email,
      })
  })
}
