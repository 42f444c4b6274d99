import { operatorSwitches } from '#contract/operator/switches/calls.ts'
import { shapes } from '#contract/operator/switches/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { OperatorDeps } from '../deps.ts'
import * as service from './service.ts'

export function operatorSwitchesRoutes(deps: OperatorDeps) {
  return routes(operatorSwitches, shapes, {
    getSwitches: () => service.board(deps),
    turnSwitch: ({ viewer, params, body }) =>
      service.turn(deps, viewer, params.name, body.enabled, body.reason),
    setBand: ({ viewer, body }) => service.setBand(deps, viewer, body.text),
  })
}
