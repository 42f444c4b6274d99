// Payments and sales as CSV.

import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { type Cell, csvOf, momentCell } from '#server/http/answers/csv.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as service from './service.ts'

const PAGE = 500

const STATUS = {
  succeeded: '支払い済み',
  refunded: '返金済み',
  failed: '支払えず',
  confirming: '確認中',
  disputed: '申し立て中',
} as const

type Without<T> = Omit<T, keyof PageWindow>

async function tableOf<T>(
  name: string,
  head: Cell[],
  list: (window: PageWindow) => Promise<{ items: T[]; more: boolean }>,
  cells: (item: T) => Cell[],
): Promise<FileAnswer> {
  const rows = [head]
  for (let offset = 0; ; offset += PAGE) {
    const { items, more } = await list({ limit: PAGE, offset })
    rows.push(...items.map(cells))
    if (!more) break
  }
  return { bytes: csvOf(rows), type: 'text/csv; charset=utf-8', name }
}

export const tableOfPayments = (
  deps: Deps,
  viewer: Viewer,
  search: Without<Parameters<typeof service.listPayments>[2]>,
) =>
  tableOf(
    'お支払い履歴.csv',
    ['領収書番号', '取引日時', '商品', '内容', '販売者', '宛名', '金額（税込）', '返金額', '状態'],
    (window) => service.listPayments(deps, viewer, { ...search, ...window }),
    (one) => [
      one.receipt_number,
      momentCell(one.paid_at),
      PRODUCT_NAMES[one.kind],
      one.subject.title,
      one.seller,
      one.addressee,
      one.amount,
      one.refunded_amount,
      STATUS[one.status],
    ],
  )

export const tableOfSales = (
  deps: Deps,
  viewer: Viewer,
  search: Without<Parameters<typeof service.listSales>[2]>,
) =>
  tableOf(
    '売上.csv',
    [
      ...['領収書番号', '取引日時', '商品', '内容', '購入者のユーザー名', '購入者'],
      ...['金額（税込）', '返金額', '状態'],
    ],
    (window) => service.listSales(deps, viewer, { ...search, ...window }),
    (one) => [
      one.receipt_number,
      momentCell(one.paid_at),
      PRODUCT_NAMES[one.kind],
      one.subject.title,
      one.buyer.name,
      one.buyer.display_name,
      one.amount,
      one.refunded_amount,
      STATUS[one.status],
    ],
  )
