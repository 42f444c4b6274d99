import { getMe } from '#server/features/account/service.ts'
import type { AuthDeps } from '#server/features/auth/deps.ts'
import { confirmedUntil } from '#server/features/auth/emails/operator-confirmation.ts'
import { AccessTokens } from '#server/features/auth/sessions/access-token.ts'
import { gateOf } from '#server/features/door/gate-device.ts'
import { eventProduct } from '#server/features/events/sale.ts'
import { Streams } from '#server/features/live/streams.ts'
import { Talk } from '#server/features/live/talk/talk.ts'
import { Watchers } from '#server/features/live/watching/watchers.ts'
import { userText } from '#server/features/profile/member.ts'
import type { RoomDeps } from '#server/features/rooms/deps.ts'
import { roomProduct } from '#server/features/rooms/sale.ts'
import { Consents } from '#server/features/site/consents.ts'
import { Incidents } from '#server/features/site/incidents.ts'
import type { SiteParts } from '#server/features/site/routes.ts'
import { Switches } from '#server/features/site/switches.ts'
import { digitalTicketProduct } from '#server/features/tickets/sale.ts'
import { CachedBannedWords } from '#server/features/words/banned.ts'
import { createThrottles } from '#server/http/throttle.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import { roomHooks } from './hooks.ts'

interface AppDeps extends RoomDeps, AuthDeps {}

/**
 * The dependencies of all features, and what lives as long as the process: caches, feeds and counters. Everything else
 * is a function with the dependencies as its first argument.
 */
export function createServices(baseDeps: GivenDeps) {
  const tokens = new AccessTokens(baseDeps)
  const site: SiteParts = {
    switches: new Switches(baseDeps),
    consents: new Consents(baseDeps),
    incidents: new Incidents(baseDeps),
  }
  const deps: AppDeps = {
    ...baseDeps,
    payments: site.incidents.watched(baseDeps.payments),
    viewerOf: (token) => tokens.viewerOf(token),
    signToken: (userId, sessionId) => tokens.sign(userId, sessionId),
    accountOf: (id) => getMe({ read: baseDeps.read }, { id }),
    async onNewUser(tx, user) {
      await baseDeps.engine.search.put(tx, 'user', user.id, userText(user))
      await site.consents.atSignUp(tx, user)
    },
    gateOf: (token) => gateOf(baseDeps, token),
    isConfirmed: async (viewer) => (await confirmedUntil(baseDeps, viewer)) !== null,
    words: new CachedBannedWords(baseDeps),
    throttles: createThrottles(baseDeps),
    ...roomHooks,
    products: { room: roomProduct, event: eventProduct, digital_ticket: digitalTicketProduct },
  }
  const watchers = new Watchers(deps)
  return {
    deps,
    tokens,
    site,
    streams: new Streams(deps, watchers, () => site.switches.refusalOf('live')),
    talk: new Talk(deps, watchers),
  }
}
export type Services = ReturnType<typeof createServices>
