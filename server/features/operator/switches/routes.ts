import { shapes } from '#contract/operator/switches.schema.ts'
import { operatorSwitches } from '#contract/operator/switches.ts'
import type { SiteParts } from '#server/features/site/routes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { switchDesk } from './service.ts'

export function operatorSwitchesRoutes(deps: Deps, site: SiteParts) {
  const desk = switchDesk(deps, site)
  return routes(operatorSwitches, shapes, {
    getSwitches: () => desk.board(),
    turnSwitch: ({ viewer, params, body }) =>
      desk.turn(viewer, params.name, body.enabled, body.reason),
    setBand: ({ viewer, body }) => desk.setBand(viewer, body.text),
  })
}
