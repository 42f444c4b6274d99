import { isUnderAge } from '#contract/shared/rules.ts'
import type { Birthday } from '#pwa/ui/forms/BirthdayInput.tsx'

export const genders = [
  { value: 1, label: '男性' },
  { value: 2, label: '女性' },
  { value: 9, label: 'どちらでもない' },
] as const

/** Whether a person born on that day is a minor at the instant `now`; false while the date is incomplete. */
export function isMinor({ year, month, day }: Birthday, now: string): boolean {
  const [birthY, birthM, birthD] = [Number(year), Number(month), Number(day)]
  const isWhole = birthY > 1900 && birthM >= 1 && birthD >= 1
  return isWhole && isUnderAge({ birthY, birthM, birthD }, now)
}
