import { auth } from '#contract/auth/calls.ts'
import { shapes } from '#contract/auth/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { AuthDeps } from './deps.ts'
import * as service from './service.ts'
import * as joining from './sign-up.ts'

export function authRoutes(deps: AuthDeps) {
  return routes(auth, shapes, {
    login: ({ body, client }) => service.login(deps, body, client),
    readRefresh: ({ cookies }) => service.refresh(deps, cookies.refresh_token),
    refresh: ({ cookies }) => service.refresh(deps, cookies.refresh_token),
    logout: ({ cookies }) => service.logout(deps, cookies.refresh_token),
    signUp: ({ body, client }) => joining.signUp(deps, body, client),
    proposeName: ({ body, client }) => joining.proposeName(deps, body, client),
    readLink: ({ body }) => joining.readLink(deps, body),
    verifyMail: ({ body, client }) => joining.verifyMail(deps, body, client),
    listSessions: ({ viewer }) => service.listSessions(deps, viewer),
    endSession: ({ viewer, params }) => service.endSession(deps, viewer, params.id),
  })
}
