import type { Route } from '#server/http/routes.ts'
import { operatorWordRoutes } from './banned-words/routes.ts'
import type { OperatorDeps } from './deps.ts'
import { operatorDisclosureRoutes } from './disclosures/routes.ts'
import { operatorFeeRoutes } from './fee/routes.ts'
import { operatorHelpRoutes } from './help/routes.ts'
import { operatorMoneyRoutes } from './money/routes.ts'
import { operatorNewsRoutes } from './news/routes.ts'
import { operatorOverviewRoutes } from './overview/routes.ts'
import { operatorPeopleRoutes } from './people/routes.ts'
import { operatorQueueRoutes } from './queue/routes.ts'
import { operatorReportRoutes } from './reports/routes.ts'
import { operatorRoomRoutes } from './rooms/routes.ts'
import { operatorSessionRoutes } from './session/routes.ts'
import { operatorSwitchesRoutes } from './switches/routes.ts'
import { operatorSystemRoutes } from './system/routes.ts'
import { takedownRoutes } from './takedowns/routes.ts'
import { operatorTextsRoutes } from './texts/routes.ts'
import { operatorAuditRoutes } from './trail/routes.ts'

/** Routes of the admin pages, and public routes for requests to operators. */
export function operatorRoutes(deps: OperatorDeps): Route[] {
  return [
    ...operatorSessionRoutes(deps),
    ...operatorAuditRoutes(deps),
    ...operatorNewsRoutes(deps),
    ...operatorHelpRoutes(deps),
    ...operatorTextsRoutes(deps),
    ...operatorSwitchesRoutes(deps),
    ...operatorOverviewRoutes(deps),
    ...operatorQueueRoutes(deps),
    ...operatorReportRoutes(deps),
    ...operatorDisclosureRoutes(deps),
    ...takedownRoutes(deps),
    ...operatorSystemRoutes(deps),
    ...operatorFeeRoutes(deps),
    ...operatorMoneyRoutes(deps),
    ...operatorPeopleRoutes(deps),
    ...operatorRoomRoutes(deps),
    ...operatorWordRoutes(deps),
  ]
}
