import { payments } from '#contract/payments/calls.ts'
import { shapes } from '#contract/payments/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function paymentRoutes(deps: Deps) {
  return routes(payments, shapes, {
    listCards: ({ viewer }) => service.listCards(deps, viewer),
    saveCard: ({ viewer, body }) => service.saveCard(deps, viewer, body.token),
    setMainCard: ({ viewer, params }) => service.setMainCard(deps, viewer, params.id),
    deleteCard: ({ viewer, params }) => service.deleteCard(deps, viewer, params.id),
    getSeller: ({ params }) => service.getSeller(deps, params.name),
  })
}
