import { credentials } from '#contract/credentials/calls.ts'
import { shapes } from '#contract/credentials/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { changingService } from './changing.ts'
import type { AuthParts } from './parts.ts'
import { resetService } from './password/reset.ts'

export function credentialRoutes(deps: Deps, parts: AuthParts) {
  const changing = changingService(deps, parts)
  const resetting = resetService(deps, parts)
  return routes(credentials, shapes, {
    requestReset: ({ body, client }) => resetting.requestReset(body, client),
    verifyReset: ({ body }) => resetting.verifyReset(body),
    hasResetToken: ({ cookies }) => resetting.hasResetToken(cookies.reset_token),
    setPassword: ({ body, cookies, client }) =>
      resetting.setPassword(body, cookies.reset_token, client),
    changePassword: ({ viewer, body }) => changing.changePassword(viewer, body),
    changeEmail: ({ viewer, body, client }) => changing.changeEmail(viewer, body, client),
  })
}
