import type { Tx } from '#server/db/schema.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { sendFromService } from '#server/features/inbox/service-word.ts'
import type { Deps } from '#server/process/deps.ts'

interface Decided {
  to: string
  /** Key that makes the message unique. */
  about: string
  title: string
  text: string
  reason: string
}

/** Message and email in the transaction of the cause; skips deleted accounts. */
export async function notifyPerson(
  deps: Deps,
  tx: Tx,
  { to, about, title, text, reason }: Decided,
) {
  const person = await findUser(tx, to)
  if (!person || person.status === 'deleted') return
  await sendFromService(deps, tx, { to, title, text })
  const email = { letter: 'serviceWord', title, reason } as const
  await enqueueEmail(deps, tx, `${about}:${to}`, { ...email, to: person.email })
}
