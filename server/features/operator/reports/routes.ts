import { operatorReports as calls } from '#contract/operator/reports/calls.ts'
import { shapes } from '#contract/operator/reports/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { OperatorDeps } from '../deps.ts'
import * as service from './service.ts'

export function operatorReportRoutes(deps: OperatorDeps) {
  return routes(calls, shapes, {
    listReports: ({ query }) => service.list(deps, query),
    getReport: ({ params }) => service.get(deps, params.id),
    decideReport: ({ viewer, params, body }) => service.decide(deps, viewer, params.id, body),
    reverseReport: ({ viewer, params, body }) =>
      service.reverse(deps, viewer, params.id, body.reason),
  })
}
