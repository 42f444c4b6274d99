import { credentials } from '#contract/credentials/calls.ts'
import { shapes } from '#contract/credentials/shapes.ts'
import { routes } from '#server/http/routes.ts'
import * as changing from './change-credentials.ts'
import type { AuthDeps } from './deps.ts'
import * as resetting from './password/reset.ts'

export function credentialRoutes(deps: AuthDeps) {
  return routes(credentials, shapes, {
    requestReset: ({ body, client }) => resetting.requestReset(deps, body, client),
    verifyReset: ({ body }) => resetting.verifyReset(deps, body),
    hasResetToken: ({ cookies }) => resetting.hasResetToken(deps, cookies.reset_token),
    setPassword: ({ body, cookies, client }) =>
      resetting.setPassword(deps, body, cookies.reset_token, client),
    changePassword: ({ viewer, body }) => changing.changePassword(deps, viewer, body),
    changeEmail: ({ viewer, body, client }) => changing.changeEmail(deps, viewer, body, client),
  })
}
