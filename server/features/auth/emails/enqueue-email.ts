import { sql } from 'kysely'
import { enqueue, isEnqueued } from '#server/db/outbox.ts'
import type { Tx } from '#server/db/schema.ts'
import { MAIL, type MailWork } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'

/** Enqueues an email in the transaction of its cause. `about` makes it unique among emails of its kind. */
export const enqueueEmail = (
  deps: Pick<Deps, 'newId' | 'clock'>,
  tx: Tx,
  about: string,
  work: MailWork,
) => enqueue(deps, tx, { topic: MAIL, key: `${MAIL}:${work.letter}:${about}`, payload: work })

/** Whether an email of this kind was enqueued for `about` before. */
export async function wasEmailEnqueued(
  tx: Tx,
  about: string,
  { letter: template }: Pick<MailWork, 'letter'>,
) {
  const posted = isEnqueued(sql`${`${MAIL}:${template}:${about}`}`)
  const { rows } = await sql<{ posted: boolean | number }>`select ${posted} as posted`.execute(tx)
  return rows.some((row) => row.posted)
}
