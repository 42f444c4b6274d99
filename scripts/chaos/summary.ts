import { worded } from '#server/reconcile/report.ts'
import { recoverySummary } from './recovery.ts'
import type { Outcome } from './run.ts'

/** The outcome as text. */
export function summaryOf(outcome: Outcome) {
  const { report, resultCounts, errorCounts, stirred, kills, missing, failedJobs, restless, hung } =
    outcome
  const errorLines = Object.entries(errorCounts).map(([word, times]) => `  ${times}× ${word}`)
  return [
    `${resultCounts.has} confirmed, ${resultCounts.refused} refused, ${resultCounts.gone} gone; ${stirred} taken back or left;`,
    ...Object.entries(outcome.seats).map(([what, count]) => `${what} ${count};`),
    `${outcome.unusedDays} months with days of a suspension paid back;`,
    `${kills} kills, ${outcome.atWrites} of them at a chosen write; ${recoverySummary(outcome.recovery)}`,
    outcome.workload,
    ...errorLines,
    ...outcome.wrong.map((one) => `wrong: ${one}`),
    ...outcome.lost.map((one) => `lost: ${one}`),
    ...missing.map((one) => `missing: ${one}`),
    ...failedJobs.map((one) => `given up: ${one}`),
    ...restless.map((one) => `never done: ${one}`),
    ...hung.map((line) => `hung: ${line}`),
    ...outcome.errors.map((line) => `the server by then: ${line}`),
    worded(report),
  ].join('\n')
}

export const isGood = ({ report, wrong, missing, lost, failedJobs, restless, hung }: Outcome) =>
  [report.differences, wrong, missing, lost, failedJobs, restless, hung].every(
    ({ length }) => length === 0,
  )
