import { sql } from 'kysely'
import { enqueue, isEnqueued } from '#server/db/outbox.ts'
import type { Tx } from '#server/db/schema.ts'
import { MAIL, type MailWork } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'

/** Posts a mail together with its cause. `about`: what it is the only mail of its kind about. */
export const enqueueEmail = (
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  tx: Tx,
  about: string,
  work: MailWork,
) =>
  enqueue(tx, {
    id: newId(),
    topic: MAIL,
    key: `${MAIL}:${work.letter}:${about}`,
    payload: work,
    now: clock.now().toISOString(),
  })

/** Whether a mail of this kind was posted about it before. */
export async function wasEmailEnqueued(
  tx: Tx,
  about: string,
  { letter }: Pick<MailWork, 'letter'>,
) {
  const posted = isEnqueued(sql`${`${MAIL}:${letter}:${about}`}`)
  const { rows } = await sql<{ posted: boolean | number }>`select ${posted} as posted`.execute(tx)
  return Boolean(rows[0]!.posted)
}
