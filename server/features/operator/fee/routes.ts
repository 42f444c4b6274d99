import { operatorFee } from '#contract/operator/fee/calls.ts'
import { shapes } from '#contract/operator/fee/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { feeService } from './service.ts'

export function operatorFeeRoutes(deps: Deps) {
  const service = feeService(deps)
  return routes(operatorFee, shapes, {
    getFee: () => service.board(),
    planFee: ({ viewer, body }) => service.plan(viewer, body),
    withdrawFee: ({ viewer, params, body }) => service.withdraw(viewer, params.id, body.reason),
  })
}
