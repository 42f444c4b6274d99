import { worded } from '#server/reconcile/report.ts'
import type { Outcome } from './run.ts'

/** What came of it, for people. */
export function wordsOf(outcome: Outcome) {
  const { report, told, words, stirred, kills, slowestMs, missing, givenUp, restless } = outcome
  const refused = Object.entries(words).map(([word, times]) => `  ${times}× ${word}`)
  return [
    `${told.has} confirmed, ${told.refused} refused, ${told.gone} gone; ${stirred} taken back or left; ${kills} kills, back within ${slowestMs} ms`,
    ...refused,
    ...missing.map((one) => `missing: ${one}`),
    ...givenUp.map((one) => `given up: ${one}`),
    ...restless.map((one) => `never done: ${one}`),
    worded(report),
  ].join('\n')
}

export const isGood = ({ report, missing, givenUp, restless }: Outcome) =>
  [report.differences, missing, givenUp, restless].every(({ length }) => length === 0)
