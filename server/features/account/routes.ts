import { shapes } from '#contract/account.schema.ts'
import { account } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { accountService } from './service.ts'

export function accountRoutes(deps: Deps) {
  const service = accountService(deps)
  return routes(account, shapes, {
    getMe: ({ viewer }) => service.getMe(viewer),
    getProfile: ({ viewer, params }) => service.getProfile(viewer, params.name),
    setNotification: ({ viewer, body }) => service.setNotification(viewer, body),
    sendFeedback: ({ viewer, body }) => service.sendFeedback(viewer, body),
  })
}
