import type { Proceeds } from '#contract/dashboard/calls.ts'
import { addDays, dayOf, lengthInDays } from '#contract/lib/days.ts'
import { TERM_MAX_DAYS } from '#contract/shared/limits.ts'
import { fieldName, malformed, TERM_TOO_LONG } from '#contract/shared/messages.ts'
import { readBalance } from '#server/features/orders/ledger/balance.ts'
import { sumEarned } from '#server/features/orders/ledger/queries.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { listProfits } from './daily-profits.ts'

interface Term {
  start?: string | undefined
  end?: string | undefined
}

/** Defaults to the last seven days. */
function termOf({ start, end }: Term, today: string) {
  const last = end ?? today
  const first = start ?? addDays(last, -6)
  const length = lengthInDays(first, last)
  if (length < 1) throw invalid({ start: [malformed(fieldName('start'))] })
  if (length > TERM_MAX_DAYS) throw invalid({ end: [TERM_TOO_LONG] })
  return { start: first, end: last }
}

export async function getProceeds(deps: Deps, viewer: Viewer, requested: Term): Promise<Proceeds> {
  const now = deps.clock.now()
  const today = dayOf(now)
  const term = termOf(requested, today)
  const [earned, days, week] = await Promise.all([
    sumEarned(deps.read, viewer.id),
    listProfits(deps.read, viewer.id, term),
    listProfits(deps.read, viewer.id, { start: addDays(today, -6), end: today }),
  ])
  const total = (of: { profit: number }[]) => of.reduce((sum, { profit }) => sum + profit, 0)
  return {
    sum: { profit: earned },
    today: { profit: total(week.slice(-1)) },
    yesterday: { profit: total(week.slice(-2, -1)) },
    seven_days: { profit: total(week) },
    term: { ...term, profit: total(days), days },
    balance: await readBalance(deps.read, viewer.id, now),
  }
}
