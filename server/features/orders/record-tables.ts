// Payments and sales as CSV.

import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import { BY_CARD, BY_KONBINI } from '#contract/orders/sale-rules.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { type Cell, csvOf, momentCell } from '#server/http/answers/csv.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as service from './service.ts'

const PAGE = 500

const METHOD = { card: BY_CARD, konbini: BY_KONBINI } as const

const STATUS = {
  succeeded: '支払い済み',
  refunded: '返金済み',
  failed: '支払えず',
  confirming: '確認中',
  disputed: '申し立て中',
} as const

type PaymentSearch = Omit<Parameters<typeof service.listPayments>[2], keyof PageWindow>

async function tableOf<T>(
  name: string,
  head: Cell[],
  items: AsyncIterable<T>,
  cells: (item: T) => Cell[],
): Promise<FileAnswer> {
  const rows = [head]
  for await (const item of items) rows.push(cells(item))
  return { bytes: csvOf(rows), type: 'text/csv; charset=utf-8', name }
}

async function* everyPayment(deps: Deps, viewer: Viewer, search: PaymentSearch) {
  for (let offset = 0; ; offset += PAGE) {
    const { items, more } = await service.listPayments(deps, viewer, {
      ...search,
      limit: PAGE,
      offset,
    })
    yield* items
    if (!more) return
  }
}

export const tableOfPayments = (deps: Deps, viewer: Viewer, search: PaymentSearch) =>
  tableOf(
    'お支払い履歴.csv',
    [
      '領収書番号',
      '取引日時',
      '商品',
      '内容',
      '販売者',
      '宛名',
      '金額（税込）',
      '返金額',
      '支払方法',
      '状態',
      '割引額',
    ],
    everyPayment(deps, viewer, search),
    (one) => [
      one.receipt_number,
      momentCell(one.paid_at),
      PRODUCT_NAMES[one.kind],
      one.subject.title,
      one.seller,
      one.addressee,
      one.amount,
      one.refunded_amount,
      METHOD[one.method],
      STATUS[one.status],
      one.discount,
    ],
  )

export const tableOfSales = (
  deps: Deps,
  viewer: Viewer,
  search: Parameters<typeof service.everySale>[2],
) =>
  tableOf(
    '売上.csv',
    [
      ...['領収書番号', '取引日時', '商品', '内容', '購入者のユーザー名', '購入者'],
      ...['金額（税込）', '返金額', '支払方法', '状態', '割引額'],
    ],
    service.everySale(deps, viewer, search),
    (one) => [
      one.receipt_number,
      momentCell(one.paid_at),
      PRODUCT_NAMES[one.kind],
      one.subject.title,
      one.buyer.name,
      one.buyer.display_name,
      one.amount,
      one.refunded_amount,
      METHOD[one.method],
      STATUS[one.status],
      one.discount,
    ],
  )
