import { NAME_CHANGE_DAYS } from '#contract/auth/limits.ts'
import { NAME_TAKEN, nameChangedLately } from '#contract/auth/messages.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { orTaken } from '#server/db/taken.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { isReserved, skeletonOf } from '#server/features/auth/handle.ts'
import { isNameTaken, lockUser } from '#server/features/auth/queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { indexPerson } from './person-index.ts'
import * as query from './renaming-queries.ts'
import { getMe } from './service.ts'

const nameTaken = () => invalid({ name: [NAME_TAKEN] })

/** Changes a handle. The previous one keeps redirecting to its owner and is never assigned to anyone else. */
export async function rename(deps: Deps, viewer: Viewer, name: string) {
  if (isReserved(name)) throw nameTaken()
  await deps.words.assertAllowed({ name })
  const skeleton = skeletonOf(name)
  await transact(deps.db, async (tx) => {
    const user = await lockUser(tx, viewer.id)
    if (user.name === name) return
    const at = isoNow(deps)
    const last = await query.lastRenamedAt(tx, user.id)
    const again = last && new Date(Date.parse(last) + NAME_CHANGE_DAYS * DAY_MS).toISOString()
    if (again && at < again) throw invalid({ name: [nameChangedLately(again)] })
    if (await isNameTaken(tx, skeleton, user.id)) throw nameTaken()
    await query.rename(tx, user, { name, skeleton, at }).catch(orTaken(nameTaken))
    await indexPerson(deps, tx, { ...user, name })
    const email = { letter: 'nameChanged' as const, from: user.name, to_name: name, at }
    await enqueueEmail(deps, tx, deps.newId(), { ...email, to: user.email })
  })
  return getMe({ ...deps, read: deps.db }, viewer)
}
