import type { User } from '#contract/account/calls.ts'
import { hasBirthday } from '#contract/shared/rules.ts'
import { type EditorInput, formOfChanges } from '#pwa/lib/forms/editing/edit-form.ts'
import { linksText, withoutBlanks } from '#pwa/lib/forms/editing/link-drafts.ts'

/** The values of the form: texts, as typed. */
export interface ProfileValues {
  display_name: string
  about: string
  birthY: string
  birthM: string
  birthD: string
  gender: string
  links: string
  /** '1': a minor's guardian agrees, which the first birthday needs. */
  guardian_consent: string
}

/** Fields that may be empty. */
export const OPTIONAL_PROFILE_FIELDS: readonly (keyof ProfileValues)[] = [
  'about',
  'guardian_consent',
]
export const BIRTHDAY = ['birthY', 'birthM', 'birthD'] as const

export const savedProfile = (user: User): ProfileValues => ({
  display_name: user.display_name,
  about: user.about,
  // Empty until the person gives them, in this form or with the first payment.
  birthY: hasBirthday(user) ? String(user.birthY) : '',
  birthM: hasBirthday(user) ? String(user.birthM) : '',
  birthD: hasBirthday(user) ? String(user.birthD) : '',
  gender: hasBirthday(user) ? String(user.gender) : '',
  links: linksText(user.links),
  guardian_consent: '',
})

/** The request body: only changed fields; all parts of a birthday or none. */
export function profileFormOf(input: EditorInput<ProfileValues>): FormData {
  const values = { ...input.values, links: withoutBlanks(input.values.links) }
  const form = formOfChanges({ ...input, values })
  if (BIRTHDAY.some((part) => form.has(part)))
    for (const part of BIRTHDAY) form.set(part, values[part])
  return form
}
