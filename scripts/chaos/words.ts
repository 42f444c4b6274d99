import { worded } from '#server/reconcile/report.ts'
import { recoveryWords } from './recovery.ts'
import type { Outcome } from './run.ts'

/** What came of it, for people. */
export function wordsOf(outcome: Outcome) {
  const { report, told, words, stirred, kills, missing, givenUp, restless, hung } = outcome
  const refused = Object.entries(words).map(([word, times]) => `  ${times}× ${word}`)
  return [
    `${told.has} confirmed, ${told.refused} refused, ${told.gone} gone; ${stirred} taken back or left;`,
    `${kills} kills, ${outcome.atWrites} of them at a chosen write; ${recoveryWords(outcome.recovery)}`,
    outcome.company,
    ...refused,
    ...outcome.lost.map((one) => `lost: ${one}`),
    ...missing.map((one) => `missing: ${one}`),
    ...givenUp.map((one) => `given up: ${one}`),
    ...restless.map((one) => `never done: ${one}`),
    ...hung.map((line) => `hung: ${line}`),
    ...outcome.errors.map((line) => `the server by then: ${line}`),
    worded(report),
  ].join('\n')
}

export const isGood = ({ report, missing, lost, givenUp, restless, hung }: Outcome) =>
  [report.differences, missing, lost, givenUp, restless, hung].every(({ length }) => length === 0)
