import { shapes as consentShapes } from '#contract/consents.schema.ts'
import { consents } from '#contract/consents.ts'
import { shapes as feeShapes } from '#contract/service-fee.schema.ts'
import { serviceFee as serviceFeeCalls } from '#contract/service-fee.ts'
import { shapes } from '#contract/site.schema.ts'
import { site } from '#contract/site.ts'
import { shapes as statusShapes } from '#contract/status.schema.ts'
import { status } from '#contract/status.ts'
import { SWITCHES } from '#contract/switches.ts'
import { type Route, routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Consents } from './consents.ts'
import { serviceFee } from './fee.ts'
import { siteService } from './service.ts'
import type { Switches } from './switches.ts'
import type { Troubles } from './troubles.ts'

export interface SiteParts {
  switches: Switches
  consents: Consents
  troubles: Troubles
}

export function siteRoutes(deps: Deps, parts: SiteParts): Route[] {
  const service = siteService(deps, parts.switches)
  return [
    ...routes(site, shapes, {
      getConfig: () => service.getConfig(),
      getText: ({ params }) => service.getText(params.slug),
      listFaq: ({ params }) => service.listFaq(params.topic),
    }),
    ...routes(serviceFeeCalls, feeShapes, {
      getServiceFee: () => serviceFee(deps.db, deps.clock.now().toISOString()),
    }),
    ...routes(consents, consentShapes, {
      listConsents: ({ viewer }) => parts.consents.pending(viewer.id),
      giveConsent: ({ viewer, body }) => parts.consents.give(viewer, body.texts),
    }),
    ...routes(status, statusShapes, { getStatus: () => statusOf(parts) }),
  ]
}

async function statusOf({ switches, troubles }: SiteParts) {
  const down = await troubles.down()
  // Without its database the site remembers what it can.
  const standing = await switches.standing().catch(() => null)
  const on = standing?.switches
  return {
    down,
    paused: on ? SWITCHES.filter((name) => !on[name]) : [],
    notice: standing?.notice ?? null,
  }
}
