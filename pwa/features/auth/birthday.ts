import { ADULT_AGE } from '#contract/shared/limits.ts'
import type { Birthday } from '#pwa/ui/forms/BirthdayInput.tsx'

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
