import { operatorHelp } from '#contract/operator/help/calls.ts'
import { shapes } from '#contract/operator/help/shapes.ts'
import { SiteContent } from '#server/features/site/content.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function operatorHelpRoutes(given: Deps) {
  const deps = { ...given, content: new SiteContent(given) }
  return routes(operatorHelp, shapes, {
    getHelp: ({ params }) => service.get(deps, params.topic),
    saveHelp: ({ viewer, params, body }) => service.save(deps, viewer, params.topic, body),
    restoreHelp: ({ viewer, params, body }) =>
      service.restore(deps, viewer, params.topic, body.version),
    getHelpVersion: ({ params }) => service.getVersion(deps, params.topic, params.version),
  })
}
