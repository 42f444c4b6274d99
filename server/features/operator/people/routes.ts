import { operatorPeople } from '#contract/operator/people/calls.ts'
import { shapes } from '#contract/operator/people/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { SuspensionPropagation } from '../suspensions/propagation.ts'
import { peopleActions } from './actions.ts'
import { peopleService } from './service.ts'

export function operatorPeopleRoutes(deps: Deps, propagation: SuspensionPropagation) {
  const service = peopleService(deps)
  const actions = peopleActions(deps, propagation)
  return routes(operatorPeople, shapes, {
    listPeople: ({ query }) => service.list(query),
    findByEmail: ({ body }) => service.findByEmail(body.email),
    getPerson: ({ viewer, params }) => service.get(viewer, params.name),
    suspendPerson: ({ viewer, params, body }) => actions.suspend(viewer, params.name, body.reason),
    restorePerson: ({ viewer, params, body }) => actions.restore(viewer, params.name, body.reason),
    setOfficial: ({ viewer, params, body }) =>
      actions.setOfficial(viewer, params.name, body.official_flg, body.reason),
  })
}
