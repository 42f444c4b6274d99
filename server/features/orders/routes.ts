import { shapes } from '#contract/orders.schema.ts'
import { orders } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { ordersService } from './service.ts'

export function orderRoutes(deps: Deps) {
  const service = ordersService(deps)
  return routes(orders, shapes, {
    getReceipt: ({ viewer, params }) => service.getReceipt(viewer, params.id),
    listPayments: ({ viewer, query }) => service.listPayments(viewer, query),
  })
}
