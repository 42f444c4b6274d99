import { auth } from '#contract/auth/calls.ts'
import { shapes } from '#contract/auth/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { AuthParts } from './parts.ts'

export function authRoutes({ service, joining }: AuthParts) {
  return routes(auth, shapes, {
    login: ({ body, client }) => service.login(body, client),
    readRefresh: ({ cookies }) => service.refresh(cookies.refresh_token),
    refresh: ({ cookies }) => service.refresh(cookies.refresh_token),
    logout: ({ cookies }) => service.logout(cookies.refresh_token),
    signUp: ({ body, client }) => joining.signUp(body, client),
    readLink: ({ body }) => joining.readLink(body),
    verifyMail: ({ body, client }) => joining.verifyMail(body, client),
    listSessions: ({ viewer }) => service.listSessions(viewer),
    endSession: ({ viewer, params }) => service.endSession(viewer, params.id),
  })
}
