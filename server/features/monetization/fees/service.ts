// The platform's fee invoices, for their seller.

import type { FeeInvoice as Issued } from '#contract/payouts/calls.ts'
import type { FeeInvoice } from '#server/db/schema/books.ts'
import { type DatedSearch, showRecords } from '#server/features/orders/dated-records.ts'
import { type Column, momentCell } from '#server/http/answers/csv.ts'
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

export const presentPaper = (row: query.PaperRow): Issued => ({
  id: row.id,
  number: row.number,
  month: row.month,
  total: row.total,
  is_correction: row.seq > 0,
  issued_at: row.issued_at,
})

export const FEE_FILE = '手数料の請求書'

/** A table of fee invoices; `sellers`: to whom they are addressed. */
export const feeColumns = <T extends Issued>(sellers: Column<T>[]): Column<T>[] => [
  ['番号', (one) => one.number],
  ['種類', (one) => (one.is_correction ? '訂正請求書' : '請求書')],
  ['発行日時', (one) => momentCell(one.issued_at)],
  ['対象の月', (one) => one.month],
  ...sellers,
  ['金額（税込）', (one) => one.total],
]

/** All papers of the viewer. */
export const listPapers = ({ read }: Deps, viewer: Viewer, search: DatedSearch) =>
  showRecords(search, {
    list: (filter, window) => query.listPapers(read, viewer.id, filter, query.isNumber, window),
    present: presentPaper,
    name: FEE_FILE,
    columns: feeColumns<Issued>([]),
  })

/** All papers of a month: invoices and their corrections. */
export async function show(deps: Deps, viewer: Viewer, month: string): Promise<string> {
  const papers = (await query.listInvoices(deps.read, viewer.id)).filter(
    (paper) => paper.month === month,
  )
  if (papers.length === 0) throw notFound()
  return feePage(papers)
}
