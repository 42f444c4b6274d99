import type { ProfileWriting } from '#contract/account.schema.ts'
import { ADULT_AGE, FACE_SIDE } from '#contract/limits.ts'
import { BIRTHDAY_OF_MINOR, BIRTHDAY_WRONG } from '#contract/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { ageAt } from '#server/features/auth/birthday.ts'
import { lockUser } from '#server/features/auth/queries.ts'
import { invalid } from '#server/http/refusal.ts'
import { keptPictures, pictureAfter } from '#server/media/pictures/kept.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { personIndex } from './person-index.ts'
import * as query from './queries.ts'
import { accountService } from './service.ts'

type WritingDeps = Pick<Deps, 'db' | 'engine' | 'clock' | 'newId' | 'media' | 'words'>
type Icon = Pick<Schema['user'], 'icon_path' | 'icon_small_path'>

/** What a person says of themself, for everybody to see; and when they were born, for nobody. */
export function profileWriting(deps: WritingDeps) {
  const { db, clock, newId, words } = deps
  const folder = 'public/user/'
  const full = keptPictures(deps, { folder, field: 'icon', side: FACE_SIDE.full })
  const small = keptPictures(deps, { folder, field: 'icon', side: FACE_SIDE.small })
  const { getMe } = accountService({ ...deps, read: db })

  function birthdayOf(said: ProfileWriting, before: Schema['user']) {
    const { birthY = before.birth_y, birthM = before.birth_m, birthD = before.birth_d } = said
    const isSame =
      birthY === before.birth_y && birthM === before.birth_m && birthD === before.birth_d
    const age = ageAt(clock.now(), { birthY, birthM, birthD })
    if (age === null) throw invalid({ birthY: [BIRTHDAY_WRONG] })
    if (!isSame && age < ADULT_AGE && before.guardian_consent_at === null)
      throw invalid({ birthY: [BIRTHDAY_OF_MINOR] })
    return { birth_y: birthY, birth_m: birthM, birth_d: birthD }
  }

  const index = personIndex(deps)

  /** Returns the icons that nobody shows any more. */
  const change = (viewer: Viewer, said: ProfileWriting, paths: (string | undefined)[]) =>
    transact(db, async (tx): Promise<(string | null)[]> => {
      const before = await lockUser(tx, viewer.id)
      const icon: Icon = {
        icon_path: pictureAfter(before.icon_path, said.icon, paths[0]),
        icon_small_path: pictureAfter(before.icon_small_path, said.icon, paths[1]),
      }
      const user = await query.updateUser(tx, viewer.id, {
        ...icon,
        ...birthdayOf(said, before),
        display_name: said.display_name ?? before.display_name,
        about: said.about ?? before.about,
        gender: said.gender ?? before.gender,
      })
      if (said.links) await query.replaceLinks(tx, viewer.id, said.links, newId)
      await index(tx, user)
      return icon.icon_path === before.icon_path ? [] : [before.icon_path, before.icon_small_path]
    })

  return {
    async change(viewer: Viewer, said: ProfileWriting) {
      await words.demand({ display_name: said.display_name, about: said.about })
      const gone = await full.around(viewer.id, said.icon, (fullPath) =>
        small.around(viewer.id, said.icon, (smallPath) =>
          change(viewer, said, [fullPath, smallPath]),
        ),
      )
      for (const path of gone) await full.drop(path)
      return getMe(viewer)
    },
  }
}
