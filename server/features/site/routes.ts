import { shapes } from '#contract/site.schema.ts'
import { site } from '#contract/site.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { siteService } from './service.ts'

export function siteRoutes(deps: Deps) {
  const service = siteService(deps)
  return routes(site, shapes, {
    getConfig: () => service.getConfig(),
    getText: ({ params }) => service.getText(params.slug),
    listFaq: ({ params }) => service.listFaq(params.topic),
  })
}
