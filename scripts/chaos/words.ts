import { worded } from '#server/reconcile/report.ts'
import type { Outcome } from './run.ts'

/** What came of it, for people. */
export function wordsOf(outcome: Outcome) {
  const { report, told, words, stirred, kills, slowestMs, missing, restless } = outcome
  const refused = Object.entries(words).map(([word, times]) => `  ${times}× ${word}`)
  return [
    `${told.has} confirmed, ${told.refused} refused, ${told.gone} gone; ${stirred} taken back or left; ${kills} kills, back within ${slowestMs} ms`,
    ...refused,
    ...missing.map((one) => `missing: ${one}`),
    ...restless.map((one) => `never done: ${one}`),
    worded(report),
  ].join('\n')
}

export const isGood = ({ report, missing, restless }: Outcome) =>
  report.differences.length === 0 && missing.length === 0 && restless.length === 0
