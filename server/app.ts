import { Hono } from 'hono'
import { API_BASE } from '#contract/endpoint.ts'
import { CALLS } from '#contract/limits.ts'
import { live } from '#contract/live.ts'
import { REFUSED } from '#contract/messages.ts'
import type { Deps } from './deps.ts'
import { accountRoutes } from './features/account/routes.ts'
import { type AccessTokens, accessTokens } from './features/auth/access-token.ts'
import { authRoutes } from './features/auth/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { inboxRoutes } from './features/inbox/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { openTalk, type Talk } from './features/live/talk.ts'
import { monetizationRoutes } from './features/monetization/routes.ts'
import { newsRoutes } from './features/news/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { userText } from './features/profile/member.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { roomRoutes } from './features/rooms/routes.ts'
import { siteRoutes } from './features/site/routes.ts'
import { threadRoutes } from './features/threads/routes.ts'
import { ticketRoutes } from './features/tickets/routes.ts'
import { accessLog } from './http/access-log.ts'
import { onError } from './http/errors.ts'
import { createMetrics, mountHealth } from './http/health.ts'
import { mounter } from './http/mount.ts'
import { openApi } from './http/openapi.ts'
import { mountReady } from './http/ready.ts'
import { requestId } from './http/request-id.ts'
import type { Route } from './http/routes.ts'
import { headersOf, securityHeaders } from './http/security-headers.ts'
import { createThrottle } from './http/throttle.ts'

/** The only place that knows every feature. */
const featureRoutes = (deps: Deps, tokens: AccessTokens, talk: Talk): Route[] => [
  ...authRoutes(deps, tokens, (tx, user) =>
    deps.engine.search.put(tx, 'user', user.id, userText(user)),
  ),
  ...siteRoutes(deps),
  ...newsRoutes(deps),
  ...profileRoutes(deps),
  ...paymentRoutes(deps),
  ...orderRoutes(deps),
  ...roomRoutes(deps),
  ...monetizationRoutes(deps),
  ...threadRoutes(deps),
  ...eventRoutes(deps),
  ...inboxRoutes(deps),
  ...ticketRoutes(deps),
  ...liveRoutes(deps, talk),
  ...dashboardRoutes(deps),
  ...accountRoutes(deps),
]

/**
 * The whole server but for its socket. `viewerOf` comes from the auth feature, so callers leave it out. `close` ends
 * what never ends by itself: streams that somebody follows.
 */
export function createApp(
  given: Omit<Deps, 'viewerOf'>,
  { isDraining = () => false }: { isDraining?: () => boolean } = {},
) {
  const tokens = accessTokens(given)
  const deps: Deps = { ...given, viewerOf: tokens.viewerOf }
  const talk = openTalk(deps)
  const routes = featureRoutes(deps, tokens, talk)
  const metrics = createMetrics()
  const polls = createThrottle(deps.clock, CALLS, deps.config.rateLimits)

  const app = new Hono()
  mountReady(app, `${API_BASE}${live.listTalk.path}`, talk.find, {
    viewerOf: deps.viewerOf,
    polls,
    headers: headersOf(deps.config.siteUrl),
    observe: metrics.observe,
  })
  app.use(requestId, securityHeaders(deps.config.siteUrl), accessLog(deps.log, metrics.observe))
  mountHealth(app, deps, metrics, isDraining)

  const api = app.basePath(API_BASE)
  const mount = mounter(api, deps, polls)
  for (const route of routes) mount(route)
  const description = JSON.stringify(openApi(routes, deps.config.siteUrl))
  app.get('/api/openapi.json', (c) =>
    c.body(description, 200, { 'content-type': 'application/json' }),
  )
  app.all('/api/*', (c) => c.json({ message: REFUSED[404] }, 404))
  app.onError(onError(deps.log))
  return { app, deps, routes, tokens, close: talk.close }
}
