import { social } from '#contract/social/calls.ts'
import { shapes } from '#contract/social/shapes.ts'
import type { AuthParts } from '#server/features/auth/parts.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { socialService } from './service.ts'

export function socialRoutes(deps: Deps, parts: AuthParts) {
  const service = socialService(deps, parts)
  return routes(social, shapes, {
    goSocial: ({ params }) => service.go(params.provider),
    finishSocial: ({ params, body, cookies, client }) =>
      service.finish(params.provider, body, cookies.social, client),
    getNewcomer: ({ cookies }) => service.getNewcomer(cookies.social),
    joinSocial: ({ body, cookies, client }) => service.join(cookies.social, body, client),
    loginSocial: ({ body, cookies, client }) => service.login(cookies.social, body, client),
    listWays: ({ viewer }) => service.listWays(viewer),
    linkIdentity: ({ viewer, params, body }) =>
      service.startLinking(viewer, params.provider, body.password),
    unlinkIdentity: ({ viewer, params, body }) =>
      service.unlink(viewer, params.provider, body.password),
  })
}
