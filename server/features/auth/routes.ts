import { shapes } from '#contract/auth.schema.ts'
import { auth } from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import type { AccessTokens } from './access-token.ts'
import { changingService } from './changing.ts'
import { mailedLinks } from './links.ts'
import { loginTries } from './login-tries.ts'
import { mailRequests } from './mail-requests.ts'
import { resetService } from './reset.ts'
import { authService } from './service.ts'
import { sessionKeeper } from './sessions.ts'
import { type OnNewUser, signUpService } from './sign-up.ts'

export function authRoutes(deps: Deps, tokens: AccessTokens, onNewUser: OnNewUser) {
  const { clock, config } = deps
  const sessions = sessionKeeper(deps, tokens)
  const tries = loginTries(clock, config.rateLimits)
  const links = mailedLinks(deps)
  const requests = mailRequests(clock, config.rateLimits)
  const service = authService(deps, sessions, tries)
  const joining = signUpService(deps, { sessions, links, requests, onNewUser })
  const changing = changingService(deps, { sessions, links, requests, tries })
  const resetting = resetService(deps, { sessions, links, requests, tries })
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
