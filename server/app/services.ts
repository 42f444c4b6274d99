import { confirmations } from '#server/features/auth/emails/confirming.ts'
import { authParts } from '#server/features/auth/parts.ts'
import { accessTokens } from '#server/features/auth/sessions/access-token.ts'
import { gateKeepers } from '#server/features/door/gate-device.ts'
import { createEventCancellation } from '#server/features/events/cancellation.ts'
import { eventProduct } from '#server/features/events/sale.ts'
import { createStreams } from '#server/features/live/streams.ts'
import { openTalk } from '#server/features/live/talk/talk.ts'
import { createWatchers } from '#server/features/live/watching/watchers.ts'
import { sellerAccounts } from '#server/features/monetization/accounts.ts'
import { sellerPayouts } from '#server/features/monetization/payouts.ts'
import { reconciliation } from '#server/features/operator/reconciliation/reconciliation.ts'
import { suspensionPropagation } from '#server/features/operator/suspensions/propagation.ts'
import { createSales } from '#server/features/orders/checkout/service.ts'
import { createDisputes } from '#server/features/orders/disputes/service.ts'
import type { Products } from '#server/features/orders/product.ts'
import { createProviderUpdates } from '#server/features/orders/provider-updates.ts'
import { createRefunds } from '#server/features/orders/refunds/service.ts'
import { createRenewals } from '#server/features/orders/subscriptions/renewals.ts'
import { userText } from '#server/features/profile/member.ts'
import { roomClosing } from '#server/features/rooms/closing.ts'
import { feePropagation } from '#server/features/rooms/fee-propagation.ts'
import { createMemberships } from '#server/features/rooms/memberships.ts'
import { roomProduct } from '#server/features/rooms/sale.ts'
import { consentService } from '#server/features/site/consents.ts'
import { incidentWatch } from '#server/features/site/incidents.ts'
import type { SiteParts } from '#server/features/site/routes.ts'
import { createSwitches } from '#server/features/site/switches.ts'
import { createTicketCancellation } from '#server/features/tickets/owning/cancellation.ts'
import { digitalTicketProduct } from '#server/features/tickets/sale.ts'
import { bannedWords } from '#server/features/words/banned.ts'
import type { Deps, GivenDeps } from '#server/process/deps.ts'

/**
 * Creates the services of all features, each with its dependencies: the order below is the order of dependency.
 * `viewerOf` is provided by the auth feature, so callers leave it out.
 */
export function createServices(baseDeps: GivenDeps) {
  const tokens = accessTokens(baseDeps)
  const site: SiteParts = {
    switches: createSwitches(baseDeps),
    consents: consentService(baseDeps),
    incidents: incidentWatch(baseDeps),
  }
  const deps: Deps = {
    ...baseDeps,
    payments: site.incidents.watched(baseDeps.payments),
    viewerOf: tokens.viewerOf,
    gateOf: gateKeepers(baseDeps),
    isConfirmed: confirmations(baseDeps).holds,
    words: bannedWords(baseDeps),
  }
  const products: Products = {
    room: roomProduct(deps),
    event: eventProduct(deps),
    digital_ticket: digitalTicketProduct(deps),
  }
  const sales = createSales(deps, products)
  const refunds = createRefunds(deps, products)
  const disputes = createDisputes(deps, products, refunds)
  const renewals = createRenewals(deps, products)
  const memberships = createMemberships(deps, renewals)
  const accounts = sellerAccounts(deps)
  const payouts = sellerPayouts(deps)
  const others = {
    account: accounts.onProviderUpdate,
    application: accounts.onProviderUpdate,
    payout: payouts.onProviderUpdate,
    subscription: memberships.onProviderUpdate,
  }
  const watch = createProviderUpdates(deps, { sales, refunds, disputes, others })
  const eventCancellation = createEventCancellation(deps, products)
  const ticketCancellation = createTicketCancellation(deps, products)
  const watchers = createWatchers(deps)
  return {
    deps,
    tokens,
    site,
    products,
    sales,
    refunds,
    disputes,
    memberships,
    accounts,
    payouts,
    watch,
    eventCancellation,
    ticketCancellation,
    closing: roomClosing(deps, memberships, [eventCancellation, ticketCancellation]),
    propagation: suspensionPropagation(deps, renewals),
    fees: feePropagation(deps, renewals),
    books: reconciliation(deps),
    streams: createStreams(deps, watchers, () => site.switches.assertEnabled('live')),
    talk: openTalk(deps, watchers),
    parts: authParts(deps, tokens, async (tx, user) => {
      await deps.engine.search.put(tx, 'user', user.id, userText(user))
      await site.consents.atSignUp(tx, user)
    }),
  }
}
export type Services = ReturnType<typeof createServices>
