import type { Talk } from '#server/features/live/talk/talk.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import type { SiteParts } from '#server/features/site/routes.ts'

/** Dependencies of the operators' pages. */
export interface OperatorDeps extends SaleDeps {
  talk: Talk
  site: SiteParts
}
