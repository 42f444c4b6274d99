// The books of everybody: payments, refunds, payouts and fee invoices, searched by day, sum and person.

import type {
  AdminFeeInvoice,
  AdminPayment,
  AdminPayout,
  AdminRefund,
} from '#contract/operator/money/calls.ts'
import { PRODUCT_NAMES } from '#contract/orders/messages.ts'
import { listPapers as findPapers } from '#server/features/monetization/fees/queries.ts'
import { FEE_FILE, feeColumns, presentPaper } from '#server/features/monetization/fees/service.ts'
import {
  PAYOUT_FILE,
  payoutColumns,
  presentPayout,
} from '#server/features/monetization/payout-list.ts'
import { listPayoutRecords } from '#server/features/monetization/payout-queries.ts'
import { type DatedSearch, showRecords } from '#server/features/orders/dated-records.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import { listAllRefunds } from '#server/features/orders/refunds/record-queries.ts'
import {
  presentRefund,
  REFUND_FILE,
  refundColumns,
} from '#server/features/orders/refunds/refund-records.ts'
import { type Column, momentCell } from '#server/http/answers/csv.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'

type RecordDeps = Pick<Deps, 'read' | 'engine'>
/** `search`: `q` as pages of the release before call it. */
type Search = DatedSearch & { search?: string | undefined }

const SELLER: Column<{ seller: string; seller_name: string }>[] = [
  ['販売者のユーザー名', (one) => one.seller],
  ['販売者', (one) => one.seller_name],
]
const BUYER: Column<{ buyer: string; buyer_name: string }>[] = [
  ['購入者のユーザー名', (one) => one.buyer],
  ['購入者', (one) => one.buyer_name],
]

const STATES = { open: '確認中', settled: '支払い済み', failed: '支払えず', refunded: '返金済み' }

export const listPayments = (
  { read, engine }: RecordDeps,
  { search, q = search, ...paging }: Search,
) =>
  showRecords(
    { ...paging, q },
    {
      list: (filter, window) =>
        query.listPayments(read, filter, (name) => query.isOrder(engine.search, name), window),
      present: presentPayment,
      name: 'お支払い',
      columns: [
        ['番号', (one) => one.id],
        ['領収書番号', (one) => one.receipt_number],
        ['取引日時', (one) => momentCell(one.paid_at ?? one.created_at)],
        ['商品', (one) => PRODUCT_NAMES[one.kind]],
        ['内容', (one) => one.title],
        ...BUYER,
        ...SELLER,
        ['金額（税込）', (one) => one.amount],
        ['返金額', (one) => one.refunded_amount],
        ['状態', (one) => STATES[one.state]],
      ],
    },
  )

export const listRefundRecords = ({ read, engine }: RecordDeps, search: DatedSearch) =>
  showRecords(search, {
    list: (filter, window) =>
      listAllRefunds(read, filter, (name) => query.isRefund(engine.search, name), window),
    present: (row): AdminRefund => ({
      ...presentRefund(row),
      buyer: row.name,
      buyer_name: row.display_name,
      seller: row.seller,
      seller_name: row.seller_name,
    }),
    name: REFUND_FILE,
    columns: refundColumns<AdminRefund>([...BUYER, ...SELLER]),
  })

export const listPayouts = ({ read, engine }: RecordDeps, search: DatedSearch) =>
  showRecords(search, {
    list: (filter, window) =>
      listPayoutRecords(
        read,
        null,
        filter,
        (name) => query.isPayoutOf(engine.search, name),
        window,
      ),
    present: (row): AdminPayout => ({ ...presentPayout(row), ...sellerOf(row) }),
    name: PAYOUT_FILE,
    columns: payoutColumns<AdminPayout>(SELLER),
  })

export const listFeeInvoices = (
  { read, engine }: RecordDeps,
  { search, q = search, ...paging }: Search,
) =>
  showRecords(
    { ...paging, q },
    {
      list: (filter, window) =>
        findPapers(read, null, filter, (name) => query.isPaperOf(engine.search, name), window),
      present: (row): AdminFeeInvoice => ({ ...presentPaper(row), ...sellerOf(row) }),
      name: FEE_FILE,
      columns: feeColumns<AdminFeeInvoice>(SELLER),
    },
  )

const sellerOf = ({ seller, seller_name }: { seller: string; seller_name: string }) => ({
  seller,
  seller_name,
})

const presentPayment = ({
  snapshot,
  settled_at,
  refund_state,
  ...row
}: query.PaymentRow): AdminPayment => ({
  ...row,
  title: snapshotOf({ snapshot }).title,
  paid_at: settled_at,
  disputed: Number(row.disputed) === 1,
  warned: Number(row.warned) === 1,
  refund: refund_state ?? 'none',
  can: {
    refund: row.state === 'settled' && refund_state !== 'pending' && Number(row.disputed) === 0,
  },
})
