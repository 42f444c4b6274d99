import { waitlist } from '#contract/waitlist/calls.ts'
import { shapes } from '#contract/waitlist/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { SaleDeps } from '../product.ts'
import * as service from './service.ts'

export function waitlistRoutes(deps: SaleDeps) {
  return routes(waitlist, shapes, {
    listWaits: ({ viewer, query }) => service.list(deps, viewer, query),
    getWait: ({ viewer, params, query }) => service.get(deps, viewer, params, query),
    joinWait: ({ viewer, params, query }) => service.join(deps, viewer, params, query),
    leaveWait: ({ viewer, params }) => service.leave(deps, viewer, params),
  })
}
