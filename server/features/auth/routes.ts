import { shapes } from '#contract/auth.schema.ts'
import { auth } from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { changingService } from './changing.ts'
import type { AuthParts } from './parts.ts'
import { resetService } from './reset.ts'

export function authRoutes(deps: Deps, parts: AuthParts) {
  const { service, joining } = parts
  const changing = changingService(deps, parts)
  const resetting = resetService(deps, parts)
  return routes(auth, shapes, {
    login: ({ body, client }) => service.login(body, client),
    readRefresh: ({ cookies }) => service.refresh(cookies.refresh_token),
    refresh: ({ cookies }) => service.refresh(cookies.refresh_token),
    logout: ({ cookies }) => service.logout(cookies.refresh_token),
    signUp: ({ body, client }) => joining.signUp(body, client),
    verifyMail: ({ body, client }) => joining.verifyMail(body, client),
    requestReset: ({ body, client }) => resetting.requestReset(body, client),
    verifyReset: ({ body }) => resetting.verifyReset(body),
    hasResetToken: ({ cookies }) => resetting.hasResetToken(cookies.reset_token),
    setPassword: ({ body, cookies, client }) =>
      resetting.setPassword(body, cookies.reset_token, client),
    changePassword: ({ viewer, body, client }) => changing.changePassword(viewer, body, client),
    changeEmail: ({ viewer, body, client }) => changing.changeEmail(viewer, body, client),
    listSessions: ({ viewer }) => service.listSessions(viewer),
    endSession: ({ viewer, params }) => service.endSession(viewer, params.id),
  })
}
