import { shapes } from '#contract/operator/people.schema.ts'
import { operatorPeople } from '#contract/operator/people.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { SuspensionFollowing } from '../suspensions/following.ts'
import { peopleActs } from './acts.ts'
import { peopleService } from './service.ts'

export function operatorPeopleRoutes(deps: Deps, following: SuspensionFollowing) {
  const service = peopleService(deps)
  const acts = peopleActs(deps, following)
  return routes(operatorPeople, shapes, {
    listPeople: ({ query }) => service.list(query),
    findByEmail: ({ body }) => service.findByEmail(body.email),
    getPerson: ({ viewer, params }) => service.get(viewer, params.name),
    suspendPerson: ({ viewer, params, body }) => acts.suspend(viewer, params.name, body.reason),
    restorePerson: ({ viewer, params, body }) => acts.restore(viewer, params.name, body.reason),
    setOfficial: ({ viewer, params, body }) =>
      acts.setOfficial(viewer, params.name, body.official_flg, body.reason),
  })
}
