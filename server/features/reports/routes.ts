import { reports } from '#contract/reports/calls.ts'
import { shapes } from '#contract/reports/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Reportables } from './reportable.ts'
import { report } from './service.ts'

export const reportRoutes = (deps: Deps, reportables: Reportables) =>
  routes(reports, shapes, {
    report: ({ viewer, body }) => report(deps, reportables, viewer, body),
  })
