import { stamps } from '#contract/stamps/calls.ts'
import { shapes } from '#contract/stamps/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { StampDeps } from './deps.ts'
import * as service from './service.ts'

export const stampRoutes = (deps: StampDeps) =>
  routes(stamps, shapes, {
    listStamps: ({ viewer, params }) => service.list(deps, viewer, params.id),
    addStamp: ({ viewer, params, body }) => service.add(deps, viewer, params.id, body),
    orderStamps: ({ viewer, params, body }) => service.order(deps, viewer, params.id, body.ids),
    removeStamp: ({ viewer, params }) => service.remove(deps, viewer, params.id, params.stamp_id),
  })
