import { shapes } from '#contract/operator/help.schema.ts'
import { operatorHelp } from '#contract/operator/help.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { helpDesk } from './service.ts'

export function operatorHelpRoutes(deps: Deps) {
  const desk = helpDesk(deps)
  return routes(operatorHelp, shapes, {
    getHelp: ({ params }) => desk.get(params.topic),
    saveHelp: ({ viewer, params, body }) => desk.save(viewer, params.topic, body),
    restoreHelp: ({ viewer, params, body }) => desk.restore(viewer, params.topic, body.version),
    getHelpVersion: ({ params }) => desk.getVersion(params.topic, params.version),
  })
}
