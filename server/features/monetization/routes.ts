import { shapes } from '#contract/monetization.schema.ts'
import { monetization } from '#contract/monetization.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { monetizationService } from './service.ts'

export function monetizationRoutes(deps: Deps) {
  const service = monetizationService(deps)
  return routes(monetization, shapes, {
    getMonetization: ({ viewer }) => service.get(viewer),
  })
}
