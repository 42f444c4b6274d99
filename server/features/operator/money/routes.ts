import { operatorMoney } from '#contract/operator/money/calls.ts'
import { shapes } from '#contract/operator/money/shapes.ts'
import { feePage } from '#server/features/monetization/fees/present.ts'
import { findInvoice } from '#server/features/monetization/fees/queries.ts'
import { exportAll } from '#server/features/monetization/sale-export.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import * as cancel from '#server/features/orders/refunds/cancel-order.ts'
import { receiptOf } from '#server/features/orders/service.ts'
import { page } from '#server/http/answers/reply.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { routes } from '#server/http/routes.ts'
import { actorOf, record } from '../audit.ts'
import * as books from '../reconciliation/reconciliation.ts'
import { readBooks } from './books.ts'
import { lateSince } from './late-since.ts'
import * as records from './operator-records.ts'
import * as query from './queries.ts'
import { retryRefund } from './service.ts'

export function operatorMoneyRoutes(deps: SaleDeps) {
  const { read, clock } = deps
  return routes(operatorMoney, shapes, {
    listPayments: ({ query }) => records.listPayments(deps, query),
    listRefundRecords: ({ query }) => records.listRefundRecords(deps, query),
    listPayouts: ({ query }) => records.listPayouts(deps, query),

    getReceipt: ({ params }) => receiptOf(deps, params.id, null),

    refundPayment: ({ viewer, params, body }) =>
      cancel.refundForService(deps, params.id, actorOf(viewer), (tx, order) =>
        record(tx, deps, viewer, {
          action: 'payment.refund',
          target: `payment:${order.id}`,
          before: { state: order.state, refunded: order.refunded_amount },
          after: { refunding: order.amount - order.refunded_amount, reason: body.reason },
        }),
      ),

    async listRefunds({ query: paging }) {
      const late = lateSince(clock.now())
      const list = await page(paging, (window) => query.listOwed(read, late, window))
      return {
        ...list,
        items: list.items.map(({ snapshot, order_id, state, ...row }) => ({
          ...row,
          payment: order_id,
          state: state === 'failed' ? ('failed' as const) : ('open' as const),
          title: titleOf(snapshot),
        })),
      }
    },

    retryRefund: ({ viewer, params }) => retryRefund(deps, viewer, params.id),

    listFeeInvoices: ({ query }) => records.listFeeInvoices(deps, query),

    async getFeeInvoice({ params }) {
      return feePage([orNotFound(await findInvoice(read, params.id))])
    },

    exportRecords: ({ viewer, params }) => exportAll(deps, viewer, params.month),
    getReconciliation: () => books.get(deps),
    startReconciliation: ({ viewer }) => books.start(deps, viewer),
    getBooks: () => readBooks(deps),
  })
}

const titleOf = (snapshot: string) => snapshotOf({ snapshot }).title
