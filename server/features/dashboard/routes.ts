import { dashboard } from '#contract/dashboard/calls.ts'
import { shapes } from '#contract/dashboard/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function dashboardRoutes(deps: Deps) {
  return routes(dashboard, shapes, {
    getProceeds: ({ viewer, query }) => service.getProceeds(deps, viewer, query),
  })
}
