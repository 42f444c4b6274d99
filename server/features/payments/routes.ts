import { payments } from '#contract/payments/calls.ts'
import { shapes } from '#contract/payments/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { paymentsService } from './service.ts'

export function paymentRoutes(deps: Deps) {
  const service = paymentsService(deps)
  return routes(payments, shapes, {
    listCards: ({ viewer }) => service.listCards(viewer),
    saveCard: ({ viewer, body }) => service.saveCard(viewer, body.token),
    setMainCard: ({ viewer, params }) => service.setMainCard(viewer, params.id),
    deleteCard: ({ viewer, params }) => service.deleteCard(viewer, params.id),
    getSeller: ({ params }) => service.getSeller(params.name),
  })
}
