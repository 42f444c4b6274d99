import { push } from '#contract/push/calls.ts'
import { shapes } from '#contract/push/shapes.ts'
import { groupedWrites } from '#server/db/group.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function pushRoutes(deps: Deps) {
  // One per process: phones confirm a notification to many at the same time.
  const write = groupedWrites(deps.db)
  return routes(push, shapes, {
    getKey: () => service.getKey(deps),
    listTokens: ({ viewer }) => service.list(deps, viewer),
    addToken: ({ viewer, body }) => service.add(deps, viewer, body),
    removeToken: ({ viewer, body }) => service.remove(deps, viewer, body),
    testToken: ({ viewer }) => service.test(deps, viewer),
    confirm: ({ body }) => service.confirm(deps, write, body),
  })
}
