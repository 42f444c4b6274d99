// Payments and sales as CSV.

import type { Payment, Sale } from '#contract/orders/calls.ts'
import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import { BY_CARD, BY_KONBINI } from '#contract/orders/sale-rules.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { type Column, csvFile, momentCell } from '#server/http/answers/csv.ts'
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

const WHAT: Column<Payment | Sale>[] = [
  ['領収書番号', (one) => one.receipt_number],
  ['取引日時', (one) => momentCell(one.paid_at)],
  ['商品', (one) => PRODUCT_NAMES[one.kind]],
  ['内容', (one) => one.subject.title],
]
const SUMS: Column<Payment | Sale>[] = [
  ['金額（税込）', (one) => one.amount],
  ['返金額', (one) => one.refunded_amount],
  ['支払方法', (one) => METHOD[one.method]],
  ['状態', (one) => STATUS[one.status]],
  ['割引額', (one) => one.discount],
]

export const tableOfPayments = async (deps: Deps, viewer: Viewer, search: PaymentSearch) =>
  csvFile('お支払い履歴', everyPayment(deps, viewer, search), [
    ...WHAT,
    ['販売者', (one) => one.seller],
    ['宛名', (one) => one.addressee],
    ...SUMS,
  ])

export const tableOfSales = async (
  deps: Deps,
  viewer: Viewer,
  search: Parameters<typeof service.everySale>[2],
) =>
  csvFile('売上', service.everySale(deps, viewer, search), [
    ...WHAT,
    ['購入者のユーザー名', (one) => one.buyer.name],
    ['購入者', (one) => one.buyer.display_name],
    ...SUMS,
  ])
