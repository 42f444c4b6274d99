import type { User } from '#contract/account.ts'

const GENDERS: Record<User['gender'], string> = { 1: '男性', 2: '女性', 9: 'どちらでもない' }

export const genderWords = ({ gender }: Pick<User, 'gender'>) => GENDERS[gender]

/** 1990年4月12日 */
export const birthdayWords = ({ birthY, birthM, birthD }: User) =>
  `${birthY}年${birthM}月${birthD}日`
