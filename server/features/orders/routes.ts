import { orders } from '#contract/orders/calls.ts'
import { shapes } from '#contract/orders/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { SaleDeps } from './product.ts'
import * as cancel from './refunds/cancel-order.ts'
import * as service from './service.ts'

export function orderRoutes(deps: SaleDeps) {
  return routes(orders, shapes, {
    getReceipt: ({ viewer, params }) => service.getReceipt(deps, viewer, params.id),
    listPayments: ({ viewer, query }) => service.listPayments(deps, viewer, query),
    listSales: ({ viewer, query }) => service.listSales(deps, viewer, query),
    refund: ({ viewer, params }) => cancel.refund(deps, viewer, params.id),
  })
}
