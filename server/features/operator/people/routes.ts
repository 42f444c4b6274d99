import { operatorPeople } from '#contract/operator/people/calls.ts'
import { shapes } from '#contract/operator/people/shapes.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { routes } from '#server/http/routes.ts'
import * as actions from './people-actions.ts'
import * as service from './service.ts'

export function operatorPeopleRoutes(deps: SaleDeps) {
  return routes(operatorPeople, shapes, {
    listPeople: ({ query }) => service.list(deps, query),
    findByEmail: ({ body }) => service.findByEmail(deps, body.email),
    getPerson: ({ viewer, params }) => service.getPerson(deps, viewer, params.name),
    suspendPerson: ({ viewer, params, body }) =>
      actions.suspend(deps, viewer, params.name, body.reason),
    restorePerson: ({ viewer, params, body }) =>
      actions.restore(deps, viewer, params.name, body.reason),
    setOfficial: ({ viewer, params, body }) =>
      actions.setOfficial(deps, viewer, params.name, body.official_flg, body.reason),
  })
}
