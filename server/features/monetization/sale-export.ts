// Papers of sellers of a period as a ZIP: receipts in their name, the platform's fee invoices, payouts.

import { periodOfMonth, periodOfYear } from '#contract/lib/days.ts'
import { pagesOf } from '#server/db/page-window.ts'
import {
  exportAnswer,
  pageFile,
  receiptFiles,
  tableFile,
} from '#server/features/orders/receipts/receipt-export.ts'
import { CsvTable, momentCell } from '#server/http/answers/csv.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import type { ZipEntry } from '#server/media/zip.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { feeBodyOf } from './fees/fee-body.ts'
import { feePage } from './fees/present.ts'
import * as query from './sale-export-queries.ts'

const PAGE = 200

interface Period {
  /** Instants; `until` is not included. */
  from: string
  until: string
  /** Months of fee invoices, both included. */
  first: string
  last: string
}

const STATES = {
  started: '手続き中',
  in_transit: '手続き中',
  paid: '振込済み',
  failed: '振込できず',
}

async function* saleFiles(
  deps: Deps,
  ownerId: string | null,
  { from, until, ...months }: Period,
): AsyncGenerator<ZipEntry> {
  const { siteUrl } = deps.config
  const reader = ownerId === null ? null : ({ by: 'seller', id: ownerId } as const)
  yield* receiptFiles(deps, { scope: { reader, from, until }, siteUrl })
  yield* feeFiles(deps, ownerId, months)
  yield await payoutTable(deps, { ownerId, from, until })
}

async function* feeFiles(
  { read, config }: Deps,
  ownerId: string | null,
  months: Pick<Period, 'first' | 'last'>,
): AsyncGenerator<ZipEntry> {
  const table = new CsvTable([
    '番号',
    '発行日時',
    '対象の月',
    '販売者のユーザー名',
    '宛名',
    '金額（税込）',
    'うち消費税額',
    '訂正前の番号',
  ])
  const pages = pagesOf(
    PAGE,
    (after, limit) => query.feeInvoicesIn(read, { ownerId, ...months }, after, limit),
    ({ id }) => id,
  )
  for await (const rows of pages)
    for (const row of rows) {
      const { to, total, tax, corrects } = feeBodyOf(row.body)
      table.add([
        row.number,
        momentCell(row.issued_at),
        row.month,
        row.seller,
        to,
        total,
        tax,
        corrects?.number ?? '',
      ])
      yield pageFile(config.siteUrl, `手数料の請求書/${row.number}.html`, feePage([row]))
    }
  yield tableFile('手数料.csv', table)
}

async function payoutTable(
  { read }: Deps,
  scope: { ownerId: string | null; from: string; until: string },
): Promise<ZipEntry> {
  const table = new CsvTable([
    '番号',
    '手続きの日時',
    '入金の日時',
    '販売者のユーザー名',
    '金額',
    '状態',
  ])
  const pages = pagesOf(
    PAGE,
    (after, limit) => query.payoutsIn(read, scope, after, limit),
    ({ id }) => id,
  )
  for await (const rows of pages)
    for (const { id, created_at, arrived_at, seller, amount, state } of rows)
      table.add([id, momentCell(created_at), momentCell(arrived_at), seller, amount, STATES[state]])
  return tableFile('振込.csv', table)
}

/** A year of the viewer's own sales. */
export async function exportSales(deps: Deps, viewer: Viewer, year: string): Promise<FileAnswer> {
  const period = { ...periodOfYear(year), first: `${year}-01`, last: `${year}-12` }
  return exportAnswer(deps, viewer, `売上の書類_${year}年.zip`, saleFiles(deps, viewer.id, period))
}

/** All sellers' records of a month, for operators. */
export async function exportAll(deps: Deps, viewer: Viewer, month: string): Promise<FileAnswer> {
  const period = { ...periodOfMonth(month), first: month, last: month }
  return exportAnswer(deps, viewer, `書類_${month}.zip`, saleFiles(deps, null, period))
}
