import { shapes } from '#contract/auth.schema.ts'
import { auth } from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import type { AccessTokens } from './access-token.ts'
import { authService } from './service.ts'

export function authRoutes(deps: Deps, tokens: AccessTokens) {
  const service = authService(deps, tokens)
  return routes(auth, shapes, {
    login: ({ body, client }) => service.login(body, client),
    readRefresh: ({ cookies }) => service.refresh(cookies.refresh_token),
    refresh: ({ cookies }) => service.refresh(cookies.refresh_token),
    logout: ({ cookies }) => service.logout(cookies.refresh_token),
    listSessions: ({ viewer }) => service.listSessions(viewer),
    endSession: ({ viewer, params }) => service.endSession(viewer, params.id),
  })
}
