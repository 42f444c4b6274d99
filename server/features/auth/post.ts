import { enqueue } from '#server/db/outbox.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { MAIL, type MailWork } from '#server/ports/mail.ts'

/** Posts a mail together with its cause. `about`: what it is the only mail of its kind about. */
export const postMail = (
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
