import type { User } from '#contract/account.ts'
import { formOfChanges, type Said } from '#pwa/lib/editing/edit-form.ts'
import { linksText, withoutBlanks } from '#pwa/lib/editing/links.ts'

/** What the form holds: texts, as they are typed. */
export interface ProfileValues {
  display_name: string
  about: string
  birthY: string
  birthM: string
  birthD: string
  gender: string
  links: string
}

/** What may be left empty, and emptied again. */
export const OPTIONAL: readonly (keyof ProfileValues)[] = ['about']
export const BIRTHDAY = ['birthY', 'birthM', 'birthD'] as const

export const savedProfile = (user: User): ProfileValues => ({
  display_name: user.display_name,
  about: user.about,
  birthY: String(user.birthY),
  birthM: String(user.birthM),
  birthD: String(user.birthD),
  gender: String(user.gender),
  links: linksText(user.links),
})

/** What is sent: what differs from what is saved; of a birthday all parts, or none. */
export function profileFormOf(said: Said<ProfileValues>): FormData {
  const values = { ...said.values, links: withoutBlanks(said.values.links) }
  const form = formOfChanges({ ...said, values })
  if (BIRTHDAY.some((part) => form.has(part)))
    for (const part of BIRTHDAY) form.set(part, values[part])
  return form
}
