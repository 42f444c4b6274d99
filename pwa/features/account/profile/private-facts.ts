import type { User } from '#contract/account/calls.ts'
import { genders } from '#pwa/features/auth/sign-up.ts'

export const genderLabel = ({ gender }: Pick<User, 'gender'>) =>
  genders.find(({ value }) => value === gender)?.label

/** 1990年4月12日 */
export const birthdayLabel = ({ birthY, birthM, birthD }: User) =>
  `${birthY}年${birthM}月${birthD}日`
