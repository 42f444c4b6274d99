// The platform's fee invoices, for their seller.

import type { FeeInvoice } from '#server/db/schema/money.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { feePage } from './present.ts'
import * as query from './queries.ts'

/** The sum of a month as corrected: of each period the last paper counts. */
const totalOf = (papers: FeeInvoice[]) =>
  [...new Map(papers.map((paper) => [paper.period_start, paper.total])).values()].reduce(
    (sum, total) => sum + total,
    0,
  )

export async function list(deps: Deps, viewer: Viewer) {
  const byMonth = Map.groupBy(await query.listInvoices(deps.read, viewer.id), ({ month }) => month)
  return [...byMonth]
    .map(([month, papers]) => ({
      month,
      amount: totalOf(papers),
      numbers: papers.map(({ number }) => number),
    }))
    .toSorted((a, b) => b.month.localeCompare(a.month))
}

/** All papers of a month: invoices and their corrections. */
export async function show(deps: Deps, viewer: Viewer, month: string): Promise<string> {
  const papers = (await query.listInvoices(deps.read, viewer.id)).filter(
    (paper) => paper.month === month,
  )
  if (papers.length === 0) throw notFound()
  return feePage(papers)
}
