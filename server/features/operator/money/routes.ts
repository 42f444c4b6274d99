import type { AdminPayment } from '#contract/operator/money/calls.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { shapes } from '#contract/operator/money/shapes.ts'
import { REFUND_STARTED } from '#contract/orders/messages.ts'
import { transact } from '#server/db/transact.ts'
import { feePage } from '#server/features/monetization/fees/present.ts'
import { findInvoice, listAllInvoices } from '#server/features/monetization/fees/queries.ts'
import { exportAll } from '#server/features/monetization/sale-export.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import * as cancel from '#server/features/orders/refunds/cancel-order.ts'
import { moveRefund } from '#server/features/orders/refunds/queries.ts'
import * as debts from '#server/features/orders/refunds/refund-requests.ts'
import { page } from '#server/http/answers/reply.ts'
import { notFound, orNotFound } from '#server/http/api-error.ts'
import { routes } from '#server/http/routes.ts'
import { actorOf, record } from '../audit.ts'
import * as books from '../reconciliation/reconciliation.ts'
import { readBooks } from './books.ts'
import { lateSince } from './late-since.ts'
import * as query from './queries.ts'

export function operatorMoneyRoutes(deps: SaleDeps) {
  const { db, read, clock } = deps
  return routes(operatorMoney, shapes, {
    async listPayments({ query: { search, ...paging } }) {
      const list = await page(paging, (window) => query.listPayments(read, search, window))
      return { ...list, items: list.items.map(present) }
    },

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

    /** Creates a new refund: with the old idempotency key the provider would repeat its answer. */
    async retryRefund({ viewer, params }) {
      await transact(db, async (tx) => {
        const refund = await query.findRefundRow(tx, params.id)
        if (!refund?.attempt_id) throw notFound()
        if (!(await moveRefund(tx, refund.id, ['failed'], { state: 'replaced' }))) throw notFound()
        await debts.requestRefund(deps, tx, {
          orderId: refund.order_id,
          attemptId: refund.attempt_id,
          amount: refund.amount,
          reason: refund.reason,
          askedBy: actorOf(viewer),
        })
        await record(tx, deps, viewer, {
          action: 'refund.retry',
          target: `payment:${refund.order_id}`,
          before: { state: 'failed' },
          after: { state: 'open', amount: refund.amount },
        })
      })
      return { message: REFUND_STARTED }
    },

    async listFeeInvoices({ query: { search, ...paging } }) {
      const list = await page(paging, (window) => listAllInvoices(read, search, window))
      const items = list.items.map(({ seq, ...row }) => ({ ...row, is_correction: seq > 0 }))
      return { ...list, items }
    },

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

const present = ({
  snapshot,
  settled_at,
  refund_state,
  ...row
}: query.PaymentRow): AdminPayment => ({
  ...row,
  title: titleOf(snapshot),
  paid_at: settled_at,
  disputed: Number(row.disputed) === 1,
  warned: Number(row.warned) === 1,
  refund: refund_state ?? 'none',
  can: {
    refund: row.state === 'settled' && refund_state !== 'pending' && Number(row.disputed) === 0,
  },
})
