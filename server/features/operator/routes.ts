import type { AuthParts } from '#server/features/auth/parts.ts'
import type { Talk } from '#server/features/live/talk/talk.ts'
import type { Products } from '#server/features/orders/product.ts'
import type { SiteParts } from '#server/features/site/routes.ts'
import type { Route } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { operatorDisclosureRoutes } from './disclosures/routes.ts'
import { operatorFeeRoutes } from './fee/routes.ts'
import { operatorHelpRoutes } from './help/routes.ts'
import { operatorMachineryRoutes } from './machinery/routes.ts'
import { rulings } from './moderation/decisions.ts'
import { operatorMoneyRoutes } from './money/routes.ts'
import { operatorNewsRoutes } from './news/routes.ts'
import { operatorOverviewRoutes } from './overview/routes.ts'
import { operatorPeopleRoutes } from './people/routes.ts'
import type { BooksCompared } from './reconciliation/reconciliation.ts'
import { operatorReportRoutes } from './reports/routes.ts'
import { operatorRoomRoutes } from './rooms/routes.ts'
import { operatorSessionRoutes } from './session/routes.ts'
import type { SuspensionFollowing } from './suspensions/following.ts'
import { operatorSwitchesRoutes } from './switches/routes.ts'
import { takedownRoutes } from './takedowns/routes.ts'
import { operatorTextsRoutes } from './texts/routes.ts'
import { operatorAuditRoutes } from './trail/routes.ts'
import { operatorWordRoutes } from './words/routes.ts'

interface OperatorParts {
  parts: Pick<AuthParts, 'attempts'>
  products: Products
  talk: Talk
  following: SuspensionFollowing
  site: SiteParts
  books: BooksCompared
}

/** All that operators can do, and where others ask them for something. */
export function operatorRoutes(
  deps: Deps,
  { parts, products, talk, following, site, books }: OperatorParts,
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
    ...operatorMachineryRoutes(deps),
    ...operatorFeeRoutes(deps),
    ...operatorMoneyRoutes(deps, products, books),
    ...operatorPeopleRoutes(deps, following),
    ...operatorRoomRoutes(deps, following),
    ...operatorWordRoutes(deps),
  ]
}
