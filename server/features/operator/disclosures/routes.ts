import { operatorDisclosures as calls } from '#contract/operator/disclosures/calls.ts'
import { shapes } from '#contract/operator/disclosures/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { disclosureOversight } from './service.ts'

export function operatorDisclosureRoutes(deps: Deps) {
  const service = disclosureOversight(deps)
  return routes(calls, shapes, {
    listDisclosures: ({ query }) => service.list(query),
    remindSeller: ({ viewer, params }) => service.remind(viewer, params.id),
    disclose: ({ viewer, params, body }) => service.disclose(viewer, params.id, body.reason),
    decline: ({ viewer, params, body }) =>
      service.decline(viewer, params.id, body.declined_for, body.reason),
  })
}
