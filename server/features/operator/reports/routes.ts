import { operatorReports as calls } from '#contract/operator/reports/calls.ts'
import { shapes } from '#contract/operator/reports/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Rulings } from '../moderation/decisions.ts'
import { reportDecisions } from './service.ts'

export function operatorReportRoutes(deps: Deps, rulings: Rulings) {
  const service = reportDecisions(deps, rulings)
  return routes(calls, shapes, {
    listReports: ({ query }) => service.list(query),
    getReport: ({ params }) => service.get(params.id),
    decideReport: ({ viewer, params, body }) => service.decide(viewer, params.id, body),
    reverseReport: ({ viewer, params, body }) => service.reverse(viewer, params.id, body.reason),
  })
}
