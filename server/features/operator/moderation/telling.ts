import type { Tx } from '#server/db/schema.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { sayFromService } from '#server/features/inbox/service-word.ts'
import type { Deps } from '#server/process/deps.ts'

interface Told {
  to: string
  /** What it is the only word about. */
  about: string
  title: string
  text: string
  reason: string
}

/** By message and by mail, in the transaction of the cause; nobody who left is written to. */
export async function tellPerson(
  deps: Pick<Deps, 'newId' | 'clock'>,
  tx: Tx,
  { to, about, title, text, reason }: Told,
) {
  const person = await findUser(tx, to)
  if (!person || person.status === 'deleted') return
  await sayFromService(deps, tx, { to, title, text })
  const letter = { letter: 'serviceWord', title, reason } as const
  await enqueueEmail(deps, tx, `${about}:${to}`, { ...letter, to: person.email })
}
