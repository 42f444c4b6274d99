// Receipts of a period as files of a ZIP, with a table in which they can be searched (電子帳簿保存法).

import { periodOfYear } from '#contract/lib/days.ts'
import { RECORD_EXPORTS } from '#contract/orders/limits.ts'
import { PRODUCT_NAMES, TOO_MANY_RECORD_EXPORTS } from '#contract/orders/messages.ts'
import { pagesOf } from '#server/db/page-window.ts'
import { type Cell, CsvTable, momentCell } from '#server/http/answers/csv.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import { type ZipEntry, zipStream } from '#server/media/zip.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { receiptBodyOf } from './body.ts'
import { receiptPage } from './present.ts'
import { type ExportedRow, type ExportScope, listExported } from './receipt-export-queries.ts'

const PAGE = 200

const HEAD = [
  ...['番号', '種類', '取引日時', '発行日時', '商品', '内容', '対象期間の始め', '対象期間の終わり'],
  ...['金額（税込）', '税率（%）', 'うち消費税額', '購入者のユーザー名', '購入者', '宛名'],
  '支払方法',
  ...['販売者のユーザー名', '販売者', '登録番号', '領収書の番号', '数量', 'ファイル'],
]

function cellsOf(row: ExportedRow, file: string): Cell[] {
  const body = receiptBodyOf(row.body)
  const isReturn = row.kind === 'return'
  return [
    row.number,
    isReturn ? '返金' : '売上',
    momentCell(body.traded_at ?? row.issued_at),
    momentCell(row.issued_at),
    PRODUCT_NAMES[row.product],
    body.title,
    momentCell(body.period?.start ?? null),
    momentCell(body.period?.end ?? null),
    isReturn ? -body.amount : body.amount,
    body.tax_rate,
    isReturn ? -body.tax : body.tax,
    row.buyer,
    row.buyer_name,
    row.addressee ?? row.buyer_name,
    body.method,
    row.seller,
    body.seller?.name ?? row.seller_name,
    body.seller?.invoice_number ?? '',
    body.returns?.number ?? '',
    body.quantity ?? 1,
    file,
  ]
}

export interface ExportPlan {
  scope: Omit<ExportScope, 'kind'>
  siteUrl: string
}

const FOLDERS = { sale: '領収書', return: '返金明細書' } as const

/** A printable page as a file, with its style sheet by URL. */
export const pageFile = (siteUrl: string, name: string, page: string): ZipEntry => ({
  name,
  content: page.replaceAll('href="/', `href="${siteUrl}/`),
})

/** A table as a file. */
export const tableFile = (name: string, table: CsvTable): ZipEntry => ({
  name,
  content: table.rest(),
})

/** Counts an export against its person's limit, and streams it. */
export function exportAnswer(
  deps: Deps,
  viewer: Viewer,
  name: string,
  files: AsyncIterable<ZipEntry>,
): FileAnswer {
  deps.throttles.own('record-exports', RECORD_EXPORTS).count(viewer.id, TOO_MANY_RECORD_EXPORTS)
  return { bytes: zipStream(files, deps.clock.now()), type: 'application/zip', name }
}

export async function exportPayments(deps: Deps, viewer: Viewer, year: string) {
  const scope = { reader: { by: 'buyer', id: viewer.id }, ...periodOfYear(year) } as const
  const files = receiptFiles(deps, { scope, siteUrl: deps.config.siteUrl })
  return exportAnswer(deps, viewer, `領収書_${year}年.zip`, files)
}

/** Each receipt as a page, then the table of all. Memory holds a page of rows, and the bytes of the table. */
export async function* receiptFiles(
  { read }: Pick<Deps, 'read'>,
  { scope, siteUrl }: ExportPlan,
): AsyncGenerator<ZipEntry> {
  const table = new CsvTable(HEAD)
  for (const kind of ['sale', 'return'] as const) {
    const pages = pagesOf(
      PAGE,
      (after, limit) => listExported(read, { ...scope, kind }, after, limit),
      ({ at, id }) => `${at} ${id}`,
    )
    for await (const rows of pages)
      for (const row of rows) {
        const name = `${FOLDERS[kind]}/${row.number}.html`
        table.add(cellsOf(row, name))
        yield pageFile(siteUrl, name, receiptPage(row, []))
      }
  }
  yield tableFile('領収書と返金.csv', table)
}
