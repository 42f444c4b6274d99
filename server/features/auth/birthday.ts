import { BIRTH_YEAR_MIN } from '#contract/auth/limits.ts'
import { dayOf } from '#contract/lib/days.ts'

export interface Birthday {
  birthY: number
  birthM: number
  birthD: number
}

/** Age in years in Japan at the instant `now`; null for an invalid or future date. */
export function ageAt(now: Date, { birthY, birthM, birthD }: Birthday): number | null {
  const day = new Date(Date.UTC(birthY, birthM - 1, birthD))
  const isReal = day.getUTCMonth() === birthM - 1 && day.getUTCDate() === birthD
  if (birthY < BIRTH_YEAR_MIN || !isReal) return null
  const [year, month, date] = todayInJapan(now)
  const hadBirthday = month > birthM || (month === birthM && date >= birthD)
  const age = year - birthY - (hadBirthday ? 0 : 1)
  return age < 0 ? null : age
}

function todayInJapan(now: Date): [year: number, month: number, date: number] {
  const [year = 0, month = 0, date = 0] = dayOf(now).split('-').map(Number)
  return [year, month, date]
}
