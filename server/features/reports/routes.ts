import { reports } from '#contract/reports/calls.ts'
import { shapes } from '#contract/reports/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Reportables } from './reportable.ts'
import { reportService } from './service.ts'

export function reportRoutes(deps: Deps, reportables: Reportables) {
  const service = reportService(deps, reportables)
  return routes(reports, shapes, {
    report: ({ viewer, body }) => service.report(viewer, body),
  })
}
