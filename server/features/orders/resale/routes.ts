import { resale } from '#contract/resale/calls.ts'
import { shapes } from '#contract/resale/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { SaleDeps } from '../product.ts'
import * as service from './service.ts'

export function resaleRoutes(deps: SaleDeps) {
  return routes(resale, shapes, {
    getResale: ({ viewer, params }) => service.get(deps, viewer, params),
    listForResale: ({ viewer, params }) => service.list(deps, viewer, params),
    withdrawResale: ({ viewer, params }) => service.withdraw(deps, viewer, params),
  })
}
