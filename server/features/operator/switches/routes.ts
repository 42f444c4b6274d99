import { operatorSwitches } from '#contract/operator/switches/calls.ts'
import { shapes } from '#contract/operator/switches/shapes.ts'
import type { SiteParts } from '#server/features/site/routes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { switchService } from './service.ts'

export function operatorSwitchesRoutes(deps: Deps, site: SiteParts) {
  const service = switchService(deps, site)
  return routes(operatorSwitches, shapes, {
    getSwitches: () => service.board(),
    turnSwitch: ({ viewer, params, body }) =>
      service.turn(viewer, params.name, body.enabled, body.reason),
    setBand: ({ viewer, body }) => service.setBand(viewer, body.text),
  })
}
