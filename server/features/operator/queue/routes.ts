import { operatorQueue } from '#contract/operator/queue/calls.ts'
import { shapes } from '#contract/operator/queue/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function operatorQueueRoutes(deps: Deps) {
  return routes(operatorQueue, shapes, {
    listTasks: ({ viewer, query }) => service.listTasks(deps, viewer, query),
    assignTask: ({ viewer, params, body }) => service.assignTask(deps, viewer, params, body.mine),
  })
}
