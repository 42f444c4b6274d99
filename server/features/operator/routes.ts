import type { AuthParts } from '#server/features/auth/parts.ts'
import type { Talk } from '#server/features/live/talk/talk.ts'
import type { Products } from '#server/features/orders/product.ts'
import type { SiteParts } from '#server/features/site/routes.ts'
import type { Route } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { operatorWordRoutes } from './banned-words/routes.ts'
import { operatorDisclosureRoutes } from './disclosures/routes.ts'
import { operatorFeeRoutes } from './fee/routes.ts'
import { operatorHelpRoutes } from './help/routes.ts'
import { rulings } from './moderation/decisions.ts'
import { operatorMoneyRoutes } from './money/routes.ts'
import { operatorNewsRoutes } from './news/routes.ts'
import { operatorOverviewRoutes } from './overview/routes.ts'
import { operatorPeopleRoutes } from './people/routes.ts'
import type { BooksCompared } from './reconciliation/reconciliation.ts'
import { operatorReportRoutes } from './reports/routes.ts'
import { operatorRoomRoutes } from './rooms/routes.ts'
import { operatorSessionRoutes } from './session/routes.ts'
import type { SuspensionPropagation } from './suspensions/propagation.ts'
import { operatorSwitchesRoutes } from './switches/routes.ts'
import { operatorSystemRoutes } from './system/routes.ts'
import { takedownRoutes } from './takedowns/routes.ts'
import { operatorTextsRoutes } from './texts/routes.ts'
import { operatorAuditRoutes } from './trail/routes.ts'

interface OperatorParts {
  parts: Pick<AuthParts, 'attempts'>
  products: Products
  talk: Talk
  propagation: SuspensionPropagation
  site: SiteParts
  books: BooksCompared
}

/** Routes of the admin pages, and public routes for requests to operators. */
export function operatorRoutes(
  deps: Deps,
  { parts, products, talk, propagation, site, books }: OperatorParts,
): Route[] {
  const rules = rulings(deps, talk)
  return [
    ...operatorSessionRoutes(deps, parts),
    ...operatorAuditRoutes(deps),
    ...operatorNewsRoutes(deps),
    ...operatorHelpRoutes(deps),
    ...operatorTextsRoutes(deps),
    ...operatorSwitchesRoutes(deps, site),
    ...operatorOverviewRoutes(deps),
    ...operatorReportRoutes(deps, rules),
    ...operatorDisclosureRoutes(deps),
    ...takedownRoutes(deps, rules),
    ...operatorSystemRoutes(deps),
    ...operatorFeeRoutes(deps),
    ...operatorMoneyRoutes(deps, products, books),
    ...operatorPeopleRoutes(deps, propagation),
    ...operatorRoomRoutes(deps, propagation),
    ...operatorWordRoutes(deps),
  ]
}
