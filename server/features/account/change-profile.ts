// Changes of the public profile and of the private birthday.

import type { ProfileWriting } from '#contract/account/shapes.ts'
import { BIRTHDAY_OF_MINOR, BIRTHDAY_WRONG, GUARDIAN_NEEDED } from '#contract/auth/messages.ts'
import { ADULT_AGE, FACE_SIDE } from '#contract/shared/limits.ts'
import { hasBirthday } from '#contract/shared/rules.ts'
import type { Schema } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { ageAt } from '#server/features/auth/birthday.ts'
import { lockUser } from '#server/features/auth/queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { pictureAfter, pictureStore } from '#server/media/pictures/picture-store.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { indexPerson } from './person-index.ts'
import * as query from './queries.ts'
import { getMe } from './service.ts'

type Icon = Pick<Schema['user'], 'icon_path' | 'icon_small_path'>

const FOLDER = 'public/user/'
const FULL = { folder: FOLDER, field: 'icon', side: FACE_SIDE.full } as const
const SMALL = { folder: FOLDER, field: 'icon', side: FACE_SIDE.small } as const

/** The birthday and the instant of a guardian's consent, which a minor gives with the first birthday only. */
function birthdayOf(deps: Deps, input: ProfileWriting, before: Schema['user']) {
  const { birthY = before.birth_y, birthM = before.birth_m, birthD = before.birth_d } = input
  const isSame = birthY === before.birth_y && birthM === before.birth_m && birthD === before.birth_d
  if (isSame) return {}
  const age = ageAt(deps.clock.now(), { birthY, birthM, birthD })
  if (age === null) throw invalid({ birthY: [BIRTHDAY_WRONG] })
  const birthday = { birth_y: birthY, birth_m: birthM, birth_d: birthD }
  if (age >= ADULT_AGE || before.guardian_consent_at !== null) return birthday
  if (hasBirthday({ birthY: before.birth_y })) throw invalid({ birthY: [BIRTHDAY_OF_MINOR] })
  if (!input.guardian_consent) throw invalid({ guardian_consent: [GUARDIAN_NEEDED] })
  return { ...birthday, guardian_consent_at: isoNow(deps) }
}

/** Returns the paths of replaced icons. */
const change = (deps: Deps, viewer: Viewer, input: ProfileWriting, paths: (string | undefined)[]) =>
  transact(deps.db, async (tx): Promise<(string | null)[]> => {
    const before = await lockUser(tx, viewer.id)
    const icon: Icon = {
      icon_path: pictureAfter(before.icon_path, input.icon, paths[0]),
      icon_small_path: pictureAfter(before.icon_small_path, input.icon, paths[1]),
    }
    const user = await query.updateUser(tx, viewer.id, {
      ...icon,
      ...birthdayOf(deps, input, before),
      display_name: input.display_name ?? before.display_name,
      about: input.about ?? before.about,
      gender: input.gender ?? before.gender,
    })
    if (input.links) await query.replaceLinks(tx, viewer.id, input.links, deps.newId)
    await indexPerson(deps, tx, user)
    return icon.icon_path === before.icon_path ? [] : [before.icon_path, before.icon_small_path]
  })

export async function changeProfile(
  deps: Deps,
  viewer: Viewer,
  read: () => Promise<ProfileWriting>,
) {
  const input = await read()
  const { display_name, about, links } = input
  const linkTitles = links?.map(({ title }) => title)
  await deps.words.assertAllowed({ display_name, about, links: linkTitles })
  const replacedPaths = await pictureStore(deps, FULL).around(viewer.id, input.icon, (full) =>
    // The small one is made from the stored one: the upload, which may be expensive to decode, is decoded once.
    pictureStore(deps, SMALL).around(viewer.id, full, (small) =>
      change(deps, viewer, input, [full, small]),
    ),
  )
  for (const path of replacedPaths) await pictureStore(deps, FULL).drop(path)
  return getMe({ ...deps, read: deps.db }, viewer)
}
