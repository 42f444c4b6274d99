import type { Tx } from '#server/db/schema.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Email } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'
import { enqueueEmail } from './emails/enqueue-email.ts'
import { listOperators } from './queries.ts'

type Alert = Pick<Extract<Email, { letter: 'operatorAlert' }>, 'alert' | 'payment'>

/** Emails all operators in the transaction of the cause; each `about` once. */
export async function alertOperators(
  deps: Deps,
  tx: Tx,
  { about, ...alert }: { about: string } & Alert,
) {
  const at = isoNow(deps)
  for (const { id, email: to } of await listOperators(tx))
    await enqueueEmail(deps, tx, `${about}:${id}`, { letter: 'operatorAlert', ...alert, at, to })
}
