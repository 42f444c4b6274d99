import { promotions } from '#contract/promotions/calls.ts'
import { shapes } from '#contract/promotions/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'
import { getUsableCode } from './usable-code.ts'

export function promotionRoutes(deps: Deps) {
  return routes(promotions, shapes, {
    listPromotions: ({ viewer, params }) => service.list(deps, viewer, params),
    createPromotion: ({ viewer, params, body }) => service.create(deps, viewer, params, body),
    stopPromotion: ({ viewer, params, body }) => service.stop(deps, viewer, params, body.stopped),
    removePromotion: ({ viewer, params }) => service.remove(deps, viewer, params),
    exportCodes: ({ viewer, params }) => service.exportCodes(deps, viewer, params),
    readCode: ({ viewer, params, body }) => getUsableCode(deps, viewer, params.id, body.code),
  })
}
