import { orders } from '#contract/orders/calls.ts'
import { shapes } from '#contract/orders/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { SaleDeps } from './product.ts'
import { exportPayments } from './receipts/receipt-export.ts'
import { tableOfPayments, tableOfSales } from './record-tables.ts'
import * as cancel from './refunds/cancel-order.ts'
import { listRefunds, listSaleRefunds } from './refunds/refund-records.ts'
import * as service from './service.ts'

export function orderRoutes(deps: SaleDeps) {
  return routes(orders, shapes, {
    getReceipt: ({ viewer, params }) => service.getReceipt(deps, viewer, params.id),
    getSaleReceipt: ({ viewer, params }) => service.getSaleReceipt(deps, viewer, params.id),
    nameReceipt: ({ viewer, params, body }) =>
      service.nameReceipt(deps, viewer, params.id, body.addressee),
    exportPayments: ({ viewer, params }) => exportPayments(deps, viewer, params.year),
    listPayments: ({ viewer, query: { format, ...query } }) =>
      format === 'csv'
        ? tableOfPayments(deps, viewer, query)
        : service.listPayments(deps, viewer, query),
    listSales: ({ viewer, query: { format, ...query } }) =>
      format === 'csv' ? tableOfSales(deps, viewer, query) : service.listSales(deps, viewer, query),
    listRefunds: ({ viewer, query }) => listRefunds(deps, viewer, query),
    listSaleRefunds: ({ viewer, query }) => listSaleRefunds(deps, viewer, query),
    refund: ({ viewer, params }) => cancel.refund(deps, viewer, params.id),
  })
}
