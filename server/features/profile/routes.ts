import { profile } from '#contract/profile/calls.ts'
import { shapes } from '#contract/profile/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function profileRoutes(deps: Deps) {
  return routes(profile, shapes, {
    searchPeople: ({ query }) => service.searchPeople(deps, query),
    follow: ({ viewer, params }) => service.follow(deps, viewer, params.name),
    unfollow: ({ viewer, params }) => service.unfollow(deps, viewer, params.name),
    listFollowers: ({ viewer, params, query }) =>
      service.listFollowers(deps, viewer, params.name, query),
    listFollowing: ({ viewer, params, query }) =>
      service.listFollowing(deps, viewer, params.name, query),
  })
}
