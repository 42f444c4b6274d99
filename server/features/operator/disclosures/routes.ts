import { operatorDisclosures as calls } from '#contract/operator/disclosures/calls.ts'
import { shapes } from '#contract/operator/disclosures/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function operatorDisclosureRoutes(deps: Deps) {
  return routes(calls, shapes, {
    listDisclosures: ({ query }) => service.list(deps, query),
    remindSeller: ({ viewer, params }) => service.remind(deps, viewer, params.id),
    disclose: ({ viewer, params, body }) => service.disclose(deps, viewer, params.id, body.reason),
    decline: ({ viewer, params, body }) =>
      service.decline(deps, viewer, params.id, body.declined_for, body.reason),
  })
}
