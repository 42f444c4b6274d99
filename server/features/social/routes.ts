import { social } from '#contract/social/calls.ts'
import { shapes } from '#contract/social/shapes.ts'
import type { AuthDeps } from '#server/features/auth/deps.ts'
import { routes } from '#server/http/routes.ts'
import * as service from './service.ts'

export function socialRoutes(deps: AuthDeps) {
  return routes(social, shapes, {
    goSocial: ({ params }) => service.go(deps, params.provider),
    finishSocial: ({ params, body, cookies, client }) =>
      service.finish(deps, params.provider, body, cookies.social, client),
    getNewcomer: ({ cookies }) => service.getNewcomer(deps, cookies.social),
    joinSocial: ({ body, cookies, client }) => service.join(deps, cookies.social, body, client),
    loginSocial: ({ body, cookies, client }) => service.login(deps, cookies.social, body, client),
    listWays: ({ viewer }) => service.listWays(deps, viewer),
    linkIdentity: ({ viewer, params, body }) =>
      service.startLinking(deps, viewer, params.provider, body.password),
    unlinkIdentity: ({ viewer, params, body }) =>
      service.unlink(deps, viewer, params.provider, body.password),
  })
}
