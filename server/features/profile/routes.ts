import { profile } from '#contract/profile/calls.ts'
import { shapes } from '#contract/profile/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { profileService } from './service.ts'

export function profileRoutes(deps: Deps) {
  const service = profileService(deps)
  return routes(profile, shapes, {
    follow: ({ viewer, params }) => service.follow(viewer, params.name),
    unfollow: ({ viewer, params }) => service.unfollow(viewer, params.name),
    listFollowers: ({ viewer, params, query }) => service.listFollowers(viewer, params.name, query),
    listFollowing: ({ viewer, params, query }) => service.listFollowing(viewer, params.name, query),
  })
}
