import { operatorFee } from '#contract/operator/fee/calls.ts'
import { shapes } from '#contract/operator/fee/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function operatorFeeRoutes(deps: Deps) {
  return routes(operatorFee, shapes, {
    getFee: () => service.board(deps),
    planFee: ({ viewer, body }) => service.plan(deps, viewer, body),
    withdrawFee: ({ viewer, params, body }) =>
      service.withdraw(deps, viewer, params.id, body.reason),
  })
}
