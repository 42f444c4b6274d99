import { dashboard } from '#contract/dashboard/calls.ts'
import { shapes } from '#contract/dashboard/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { listAnnounced } from './announced.ts'
import { getEventInsights } from './event-insights.ts'
import { getInsights, tableOfInsights } from './insights.ts'
import * as service from './service.ts'

export function dashboardRoutes(deps: Deps) {
  return routes(dashboard, shapes, {
    getProceeds: ({ viewer, query }) => service.getProceeds(deps, viewer, query),
    getInsights: ({ viewer, query }) => getInsights(deps, viewer, query.days),
    exportInsights: ({ viewer, query }) => tableOfInsights(deps, viewer, query.days),
    getEventInsights: ({ viewer }) => getEventInsights(deps, viewer),
    listAnnounced: ({ viewer, query }) => listAnnounced(deps, viewer, query),
  })
}
