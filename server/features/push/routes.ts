import { push } from '#contract/push/calls.ts'
import { shapes } from '#contract/push/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { pushService } from './service.ts'

export function pushRoutes(deps: Deps) {
  const service = pushService(deps)
  return routes(push, shapes, {
    getKey: () => service.getKey(),
    listTokens: ({ viewer }) => service.list(viewer),
    addToken: ({ viewer, body }) => service.add(viewer, body),
    removeToken: ({ viewer, body }) => service.remove(viewer, body),
    testToken: ({ viewer }) => service.test(viewer),
    confirm: ({ body }) => service.confirm(body),
  })
}
