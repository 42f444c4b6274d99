import { disclosures } from '#contract/disclosures/calls.ts'
import { shapes as disclosureShapes } from '#contract/disclosures/shapes.ts'
import { monetization } from '#contract/monetization/calls.ts'
import { shapes } from '#contract/monetization/shapes.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { shapes as payoutShapes } from '#contract/payouts/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Accounts } from './accounts.ts'
import { disclosureService } from './disclosures.ts'
import { platformFees } from './fees.ts'
import { showPayouts } from './payout-list.ts'
import { monetizationService } from './service.ts'

export function monetizationRoutes(deps: Deps, accounts: Accounts) {
  const service = monetizationService(deps, accounts)
  const asking = disclosureService(deps)
  const fees = platformFees(deps)
  return [
    ...routes(monetization, shapes, {
      getMonetization: ({ viewer }) => service.get(viewer),
      submitMonetization: ({ viewer, body }) => service.submit(viewer, body),
      changeSeller: ({ viewer, body }) => service.change(viewer, body),
    }),
    ...routes(payouts, payoutShapes, {
      listPayouts: ({ viewer }) => showPayouts(deps, viewer),
      listFees: ({ viewer }) => fees.list(viewer),
      getFee: ({ viewer, params }) => fees.invoice(viewer, params.month),
    }),
    ...routes(disclosures, disclosureShapes, {
      askDisclosure: ({ params, client, body }) => asking.ask(params.name, client, body),
      listDisclosures: ({ viewer, query }) => asking.list(viewer, query),
      disclose: ({ viewer, params }) => asking.disclose(viewer, params.id),
      declineDisclosure: ({ viewer, params, body }) =>
        asking.decline(viewer, params.id, body.reason),
    }),
  ]
}
