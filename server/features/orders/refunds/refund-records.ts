// Refunds that were made, for the books of both sides.

import type { OwnRefund, Refund, SaleRefund } from '#contract/orders/calls.ts'
import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { type Column, momentCell } from '#server/http/answers/csv.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { type DatedSearch, showRecords } from '../dated-records.ts'
import { snapshotOf } from '../order-snapshot.ts'
import { listOwnRefunds, type RefundRow } from './record-queries.ts'

export const presentRefund = (row: RefundRow): Refund => ({
  id: row.id,
  payment: row.order_id,
  kind: row.kind,
  title: snapshotOf(row).title,
  amount: row.amount,
  refunded_at: row.refunded_at,
  receipt_number: row.receipt_number,
  addressee: row.addressee,
})

export const REFUND_FILE = '返金'

/** A table of refunds; `sides`: whose money went back. */
export const refundColumns = <T extends Refund>(sides: Column<T>[]): Column<T>[] => [
  ['返金明細書番号', (one) => one.receipt_number],
  ['返金日時', (one) => momentCell(one.refunded_at)],
  ['商品', (one) => PRODUCT_NAMES[one.kind]],
  ['内容', (one) => one.title],
  ...sides,
  ['宛名', (one) => one.addressee],
  ['返金額', (one) => one.amount],
]

/** Of what the viewer bought. */
export const listRefunds = ({ read }: Deps, viewer: Viewer, search: DatedSearch) =>
  showRecords(search, {
    list: (filter, window) =>
      listOwnRefunds(read, { as: 'buyer_id', id: viewer.id }, filter, window),
    present: (row): OwnRefund => ({ ...presentRefund(row), seller: row.seller_name }),
    name: REFUND_FILE,
    columns: refundColumns<OwnRefund>([['販売者', (one) => one.seller]]),
  })

/** Of what the viewer sold. */
export const listSaleRefunds = ({ read }: Deps, viewer: Viewer, search: DatedSearch) =>
  showRecords(search, {
    list: (filter, window) =>
      listOwnRefunds(read, { as: 'seller_id', id: viewer.id }, filter, window),
    present: (row): SaleRefund => ({ ...presentRefund(row), buyer: presentMember(row) }),
    name: REFUND_FILE,
    columns: refundColumns<SaleRefund>([
      ['購入者のユーザー名', (one) => one.buyer.name],
      ['購入者', (one) => one.buyer.display_name],
    ]),
  })
