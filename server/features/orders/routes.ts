import { orders } from '#contract/orders/calls.ts'
import { shapes } from '#contract/orders/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Products } from './product.ts'
import { createOrderCancellation } from './refunds/cancel-order.ts'
import { ordersService } from './service.ts'

export function orderRoutes(deps: Deps, products: Products) {
  const service = ordersService(deps)
  const cancel = createOrderCancellation(deps, products)
  return routes(orders, shapes, {
    getReceipt: ({ viewer, params }) => service.getReceipt(viewer, params.id),
    listPayments: ({ viewer, query }) => service.listPayments(viewer, query),
    listSales: ({ viewer, query }) => service.listSales(viewer, query),
    refund: ({ viewer, params }) => cancel.refund(viewer, params.id),
  })
}
