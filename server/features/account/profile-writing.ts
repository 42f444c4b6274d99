import type { ProfileWriting } from '#contract/account/shapes.ts'
import { BIRTHDAY_OF_MINOR, BIRTHDAY_WRONG } from '#contract/auth/messages.ts'
import { ADULT_AGE, FACE_SIDE } from '#contract/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { ageAt } from '#server/features/auth/birthday.ts'
import { lockUser } from '#server/features/auth/queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { pictureAfter, pictureStore } from '#server/media/pictures/picture-store.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { personIndex } from './person-index.ts'
import * as query from './queries.ts'
import { accountService } from './service.ts'

type WritingDeps = Pick<Deps, 'db' | 'engine' | 'clock' | 'newId' | 'media' | 'words'>
type Icon = Pick<Schema['user'], 'icon_path' | 'icon_small_path'>

/** Changes of the public profile and of the private birthday. */
export function profileWriting(deps: WritingDeps) {
  const { db, clock, newId, words: bannedWords } = deps
  const folder = 'public/user/'
  const full = pictureStore(deps, { folder, field: 'icon', side: FACE_SIDE.full })
  const small = pictureStore(deps, { folder, field: 'icon', side: FACE_SIDE.small })
  const { getMe } = accountService({ ...deps, read: db })

  function birthdayOf(input: ProfileWriting, before: Schema['user']) {
    const { birthY = before.birth_y, birthM = before.birth_m, birthD = before.birth_d } = input
    const isSame =
      birthY === before.birth_y && birthM === before.birth_m && birthD === before.birth_d
    const age = ageAt(clock.now(), { birthY, birthM, birthD })
    if (age === null) throw invalid({ birthY: [BIRTHDAY_WRONG] })
    if (!isSame && age < ADULT_AGE && before.guardian_consent_at === null)
      throw invalid({ birthY: [BIRTHDAY_OF_MINOR] })
    return { birth_y: birthY, birth_m: birthM, birth_d: birthD }
  }

  const index = personIndex(deps)

  /** Returns the paths of replaced icons. */
  const change = (viewer: Viewer, input: ProfileWriting, paths: (string | undefined)[]) =>
    transact(db, async (tx): Promise<(string | null)[]> => {
      const before = await lockUser(tx, viewer.id)
      const icon: Icon = {
        icon_path: pictureAfter(before.icon_path, input.icon, paths[0]),
        icon_small_path: pictureAfter(before.icon_small_path, input.icon, paths[1]),
      }
      const user = await query.updateUser(tx, viewer.id, {
        ...icon,
        ...birthdayOf(input, before),
        display_name: input.display_name ?? before.display_name,
        about: input.about ?? before.about,
        gender: input.gender ?? before.gender,
      })
      if (input.links) await query.replaceLinks(tx, viewer.id, input.links, newId)
      await index(tx, user)
      return icon.icon_path === before.icon_path ? [] : [before.icon_path, before.icon_small_path]
    })

  return {
    async change(viewer: Viewer, input: ProfileWriting) {
      const { display_name, about, links } = input
      const linkTitles = links?.map(({ title }) => title)
      await bannedWords.assertAllowed({ display_name, about, links: linkTitles })
      const replacedPaths = await full.around(viewer.id, input.icon, (fullPath) =>
        small.around(viewer.id, input.icon, (smallPath) =>
          change(viewer, input, [fullPath, smallPath]),
        ),
      )
      for (const path of replacedPaths) await full.drop(path)
      return getMe(viewer)
    },
  }
}
