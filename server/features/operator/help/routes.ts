import { operatorHelp } from '#contract/operator/help/calls.ts'
import { shapes } from '#contract/operator/help/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { helpService } from './service.ts'

export function operatorHelpRoutes(deps: Deps) {
  const service = helpService(deps)
  return routes(operatorHelp, shapes, {
    getHelp: ({ params }) => service.get(params.topic),
    saveHelp: ({ viewer, params, body }) => service.save(viewer, params.topic, body),
    restoreHelp: ({ viewer, params, body }) => service.restore(viewer, params.topic, body.version),
    getHelpVersion: ({ params }) => service.getVersion(params.topic, params.version),
  })
}
