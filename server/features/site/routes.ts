import { consents } from '#contract/consents/calls.ts'
import { shapes as consentShapes } from '#contract/consents/shapes.ts'
import { serviceFee as serviceFeeCalls } from '#contract/service-fee/calls.ts'
import { shapes as feeShapes } from '#contract/service-fee/shapes.ts'
import { site } from '#contract/site/calls.ts'
import { shapes } from '#contract/site/shapes.ts'
import { SWITCHES } from '#contract/site/switches.ts'
import { status } from '#contract/status/calls.ts'
import { shapes as statusShapes } from '#contract/status/shapes.ts'
import { type Route, routes } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Consents } from './consents.ts'
import { SiteContent } from './content.ts'
import type { Incidents } from './incidents.ts'
import { getConfig, getText } from './service.ts'
import { readServiceFee } from './service-fee.ts'
import type { Switches } from './switches.ts'

export interface SiteParts {
  switches: Switches
  consents: Consents
  incidents: Incidents
}

export function siteRoutes(deps: Deps, parts: SiteParts): Route[] {
  const content = new SiteContent(deps)
  return [
    ...routes(site, shapes, {
      getConfig: () => getConfig(deps, parts.switches),
      getText: ({ params }) => getText(content, params.slug),
      listFaq: ({ params }) => content.faq(params.topic),
    }),
    ...routes(serviceFeeCalls, feeShapes, {
      getServiceFee: () => readServiceFee(deps.db, isoNow(deps)),
    }),
    ...routes(consents, consentShapes, {
      listConsents: ({ viewer }) => parts.consents.pending(viewer.id),
      giveConsent: ({ viewer, body }) => parts.consents.give(viewer, body.texts),
    }),
    ...routes(status, statusShapes, { getStatus: () => statusOf(parts) }),
  ]
}

async function statusOf({ switches, incidents }: SiteParts) {
  const down = await incidents.down()
  // Without the database the other parts of the page still work.
  const inForce = await switches.load().catch(() => null)
  const on = inForce?.switches
  return {
    down,
    paused: on ? SWITCHES.filter((name) => !on[name]) : [],
    notice: inForce?.notice ?? null,
  }
}
