import { NAME_CHANGE_DAYS } from '#contract/limits.ts'
import { NAME_TAKEN, nameChangedLately } from '#contract/messages.ts'
import { orTaken } from '#server/db/taken.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import { isReserved, skeletonOf } from '#server/features/auth/handle.ts'
import { isNameTaken, lockUser } from '#server/features/auth/queries.ts'
import { invalid } from '#server/http/refusal.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { personIndex } from './person-index.ts'
import * as query from './renaming-queries.ts'
import { accountService } from './service.ts'

const DAY_MS = 24 * 60 * 60_000
const taken = () => invalid({ name: [NAME_TAKEN] })

/** Another handle. The one of before leads to its owner for good, and is never given to anybody else. */
export function renaming(deps: Pick<Deps, 'db' | 'engine' | 'clock' | 'newId' | 'words'>) {
  const { db, clock, words } = deps
  const index = personIndex(deps)
  const { getMe } = accountService({ ...deps, read: db })

  return async (viewer: Viewer, name: string) => {
    if (isReserved(name)) throw taken()
    await words.demand({ name })
    const skeleton = skeletonOf(name)
    await transact(db, async (tx) => {
      const user = await lockUser(tx, viewer.id)
      if (user.name === name) return
      const at = clock.now().toISOString()
      const last = await query.lastRenamedAt(tx, user.id)
      const again = last && new Date(Date.parse(last) + NAME_CHANGE_DAYS * DAY_MS).toISOString()
      if (again && at < again) throw invalid({ name: [nameChangedLately(again)] })
      if (await isNameTaken(tx, skeleton, user.id)) throw taken()
      await query.rename(tx, user, { name, skeleton, at }).catch(orTaken(taken))
      await index(tx, { ...user, name })
      const letter = { letter: 'nameChanged' as const, from: user.name, to_name: name, at }
      await enqueueEmail(deps, tx, deps.newId(), { ...letter, to: user.email })
    })
    return getMe(viewer)
  }
}
