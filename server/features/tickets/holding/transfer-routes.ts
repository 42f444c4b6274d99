import { transfers } from '#contract/transfers/calls.ts'
import { shapes } from '#contract/transfers/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { transferring } from './transferring.ts'

export function transferRoutes(deps: Deps) {
  const transfer = transferring(deps)
  return routes(transfers, shapes, {
    offer: ({ viewer, params, body }) => transfer.offer(viewer, params.id, body.name),
    withdraw: ({ viewer, params }) => transfer.withdraw(viewer, params.id),
    listOffers: ({ viewer, query }) => transfer.listOffers(viewer, query),
    accept: ({ viewer, params }) => transfer.accept(viewer, params.id),
    decline: ({ viewer, params }) => transfer.decline(viewer, params.id),
  })
}
