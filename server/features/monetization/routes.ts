import { disclosures } from '#contract/disclosures/calls.ts'
import { shapes as disclosureShapes } from '#contract/disclosures/shapes.ts'
import { monetization } from '#contract/monetization/calls.ts'
import { shapes } from '#contract/monetization/shapes.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { shapes as payoutShapes } from '#contract/payouts/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as asking from './disclosures.ts'
import * as fees from './fees/service.ts'
import { listRecords, showPayouts } from './payout-list.ts'
import { exportSales } from './sale-export.ts'
import * as service from './service.ts'

export function monetizationRoutes(deps: Deps) {
  return [
    ...routes(monetization, shapes, {
      getMonetization: ({ viewer }) => service.get(deps, viewer),
      submitMonetization: ({ viewer, body }) => service.submit(deps, viewer, body),
      changeSeller: ({ viewer, body }) => service.change(deps, viewer, body),
    }),
    ...routes(payouts, payoutShapes, {
      listPayouts: ({ viewer }) => showPayouts(deps, viewer),
      listPayoutRecords: ({ viewer, query }) => listRecords(deps, viewer, query),
      listFeeInvoices: ({ viewer, query }) => fees.listPapers(deps, viewer, query),
      listFees: ({ viewer }) => fees.list(deps, viewer),
      exportSales: ({ viewer, params }) => exportSales(deps, viewer, params.year),
      getFee: ({ viewer, params }) => fees.show(deps, viewer, params.month),
    }),
    ...routes(disclosures, disclosureShapes, {
      askDisclosure: ({ params, client, body }) => asking.ask(deps, params.name, client, body),
      listDisclosures: ({ viewer, query }) => asking.list(deps, viewer, query),
      disclose: ({ viewer, params }) => asking.disclose(deps, viewer, params.id),
      declineDisclosure: ({ viewer, params, body }) =>
        asking.decline(deps, viewer, params.id, body.reason),
    }),
  ]
}
