import type { auth } from '#contract/auth/calls.ts'
import type { Sent } from '#contract/http/types.ts'
import { ADULT_AGE } from '#contract/shared/limits.ts'
import type { Birthday } from '#pwa/ui/forms/BirthdayInput.tsx'

export interface SignUpValues {
  display_name: string
  name: string
  email: string
  birthday: Birthday
  gender: 1 | 2 | 9 | null
  guardian_consent: boolean
  terms: boolean
}

export const EMPTY_SIGN_UP: SignUpValues = {
  display_name: '',
  name: '',
  email: '',
  birthday: { year: '', month: '', day: '' },
  gender: null,
  guardian_consent: false,
  terms: false,
}

export const genders = [
  { value: 1, label: '男性' },
  { value: 2, label: '女性' },
  { value: 9, label: 'どちらでもない' },
] as const

/** Whether a person born on that day is under 18 on `today`; false while the date is incomplete. */
export function isMinor({ year, month, day }: Birthday, today: Date): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (!(y > 1900 && m >= 1 && d >= 1)) return false
  return new Date(y + ADULT_AGE, m - 1, d).getTime() > today.getTime()
}

type Body = Sent<typeof auth.signUp>['body']

/** The request body; a missing field is left to the server's validation. `next`: the page the person came for. */
export function toSignUp({ birthday, gender, ...rest }: SignUpValues, next: string): Body {
  return {
    ...rest,
    next,
    birthY: birthday.year || undefined,
    birthM: birthday.month || undefined,
    birthD: birthday.day || undefined,
    gender: gender ?? undefined,
    // The server refuses `false`, with a message.
    terms: rest.terms as true,
  }
}
