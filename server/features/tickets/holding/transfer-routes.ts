import { transfers } from '#contract/transfers/calls.ts'
import { shapes } from '#contract/transfers/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as transfer from './transfer-ticket.ts'

export function transferRoutes(deps: Deps) {
  return routes(transfers, shapes, {
    offer: ({ viewer, params, body }) => transfer.offer(deps, viewer, params.id, body),
    withdraw: ({ viewer, params }) => transfer.withdraw(deps, viewer, params.id),
    listOffers: ({ viewer, query }) => transfer.listOffers(deps, viewer, query),
    accept: ({ viewer, params }) => transfer.accept(deps, viewer, params.id),
    decline: ({ viewer, params }) => transfer.decline(deps, viewer, params.id),
  })
}
