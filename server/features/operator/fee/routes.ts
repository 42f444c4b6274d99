import { shapes } from '#contract/operator/fee.schema.ts'
import { operatorFee } from '#contract/operator/fee.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { feeDesk } from './service.ts'

export function operatorFeeRoutes(deps: Deps) {
  const desk = feeDesk(deps)
  return routes(operatorFee, shapes, {
    getFee: () => desk.board(),
    planFee: ({ viewer, body }) => desk.plan(viewer, body),
    withdrawFee: ({ viewer, params, body }) => desk.withdraw(viewer, params.id, body.reason),
  })
}
