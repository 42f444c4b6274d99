import { accessTokens } from '#server/features/auth/access-token.ts'
import { confirmations } from '#server/features/auth/confirming.ts'
import { authParts } from '#server/features/auth/parts.ts'
import { gateKeepers } from '#server/features/door/keeper.ts'
import { eventCancelling } from '#server/features/events/cancelling.ts'
import { eventProduct } from '#server/features/events/sale.ts'
import { createStreams } from '#server/features/live/streams.ts'
import { openTalk } from '#server/features/live/talk/talk.ts'
import { createWatchers } from '#server/features/live/watchers.ts'
import { sellerAccounts } from '#server/features/monetization/accounts.ts'
import { sellerPayouts } from '#server/features/monetization/payouts.ts'
import { reconciliation } from '#server/features/operator/reconciliation/reconciliation.ts'
import { suspensionFollowing } from '#server/features/operator/suspensions/following.ts'
import { createSales } from '#server/features/orders/checkout/service.ts'
import { createDisputes } from '#server/features/orders/disputes/service.ts'
import type { Products } from '#server/features/orders/product.ts'
import { createProviderUpdates } from '#server/features/orders/provider-updates.ts'
import { createRefunds } from '#server/features/orders/refunds/service.ts'
import { createRenewals } from '#server/features/orders/subscriptions/renewals.ts'
import { userText } from '#server/features/profile/member.ts'
import { roomClosing } from '#server/features/rooms/closing.ts'
import { feeFollowing } from '#server/features/rooms/fee-following.ts'
import { createMemberships } from '#server/features/rooms/memberships.ts'
import { roomProduct } from '#server/features/rooms/sale.ts'
import { consentKeeper } from '#server/features/site/consents.ts'
import type { SiteParts } from '#server/features/site/routes.ts'
import { createSwitches } from '#server/features/site/switches.ts'
import { troubleWatch } from '#server/features/site/troubles.ts'
import { ticketCancelling } from '#server/features/tickets/owning/cancelling.ts'
import { digitalTicketProduct } from '#server/features/tickets/sale.ts'
import { bannedWords } from '#server/features/words/banned.ts'
import type { Deps, GivenDeps } from '#server/process/deps.ts'

/**
 * What the features do, made once, each given the others that it needs: the order below is the order in which they lean
 * on each other. `viewerOf` comes from the auth feature, so callers leave it out.
 */
export function openServices(given: GivenDeps) {
  const tokens = accessTokens(given)
  const site: SiteParts = {
    switches: createSwitches(given),
    consents: consentKeeper(given),
    troubles: troubleWatch(given),
  }
  const deps: Deps = {
    ...given,
    payments: site.troubles.watched(given.payments),
    viewerOf: tokens.viewerOf,
    gateOf: gateKeepers(given),
    isConfirmed: confirmations(given).holds,
    words: bannedWords(given),
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
  const cancelling = eventCancelling(deps, products)
  const ticketsOff = ticketCancelling(deps, products)
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
    cancelling,
    ticketsOff,
    closing: roomClosing(deps, memberships, [cancelling, ticketsOff]),
    following: suspensionFollowing(deps, renewals),
    fees: feeFollowing(deps, renewals),
    books: reconciliation(deps),
    streams: createStreams(deps, watchers, () => site.switches.demand('live')),
    talk: openTalk(deps, watchers),
    parts: authParts(deps, tokens, async (tx, user) => {
      await deps.engine.search.put(tx, 'user', user.id, userText(user))
      await site.consents.atSignUp(tx, user)
    }),
  }
}
export type Services = ReturnType<typeof openServices>
