import { Hono } from 'hono'
import { API_BASE } from '#contract/http/endpoint.ts'
import { live } from '#contract/live/calls.ts'
import { CALLS } from '#contract/shared/limits.ts'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { addStreamFigures } from '../features/live/stream-metrics.ts'
import { addFigures } from '../features/operator/system/system-metrics.ts'
import { mountWebhooks } from '../features/payments/webhooks.ts'
import { contentGate } from '../features/site/gate.ts'
import { accessLog } from '../http/access-log.ts'
import { onError } from '../http/errors.ts'
import { createMetrics, type Metrics, mountHealth } from '../http/health.ts'
import { mounter } from '../http/mount.ts'
import { openApi } from '../http/openapi.ts'
import { oneAfterAnother, readyListener } from '../http/ready.ts'
import { requestId } from '../http/request-id.ts'
import { headersOf, securityHeaders } from '../http/security-headers.ts'
import { createThrottle } from '../http/throttle.ts'
import { mailHandler } from '../mails/handler.ts'
import { objectOf } from '../mails/object.ts'
import { addPictureFigures } from '../media/pictures/pictures.ts'
import { type Email, MAIL } from '../ports/mail.ts'
import type { GivenDeps, Throttle } from '../process/deps.ts'
import { featureRoutes } from './routes.ts'
import { createServices, type Services } from './services.ts'
import { backgroundWork, isEmailCurrent } from './work.ts'

/** The server without its socket. `close` ends open event streams. */
export function createApp(
  baseDeps: GivenDeps,
  { isDraining = () => false }: { isDraining?: () => boolean } = {},
) {
  const services = createServices(baseDeps)
  const { deps, tokens, site, streams, talk } = services
  const routes = featureRoutes(services)
  const metrics = createMetrics()
  addFigures(deps, metrics.registry)
  addStreamFigures(streams, metrics.registry)
  addPictureFigures(metrics.registry)
  const polls = createThrottle(deps.clock, CALLS, deps.config.rateLimits)

  const app = new Hono()
  streams.mount(app)
  app.use(requestId, securityHeaders(deps.config), accessLog(deps.log, metrics.observe))
  mountHealth(app, deps, metrics, isDraining)

  mountWebhooks(app, deps)
  const api = app.basePath(API_BASE)
  const mount = mounter(
    api,
    deps,
    polls,
    contentGate(site.switches, site.consents),
    metrics.lookupsOf('answers'),
    (request, env) => app.fetch(request, env),
  )
  for (const route of routes) mount(route)
  // Built on the first request: it takes megabytes and is rarely needed.
  let description: string | undefined
  app.get('/api/openapi.json', (c) => {
    description ??= JSON.stringify(openApi(routes, deps.config.siteUrl))
    return c.body(description, 200, { 'content-type': 'application/json' })
  })
  app.all('/api/*', (c) => c.json({ message: STATUS_MESSAGES[404] }, 404))
  app.onError(onError(deps.log))

  const work = backgroundWork(services)
  const emails = {
    objectOf: (email: Email) => objectOf(deps.db, email),
    isCurrent: isEmailCurrent(deps),
  }
  // As for rendered pages, our own calls count against no limit.
  const ask = (path: string) => app.request(path, undefined, { rendering: true })
  return {
    app,
    deps,
    routes,
    tokens,
    streams,
    talk,
    /** Counters in the metrics for a cache outside of the API. */
    lookupsOf: metrics.lookupsOf,
    work: { ...work, handlers: { ...work.handlers, [MAIL]: mailHandler(deps, emails, ask) } },
    /** Handles requests before `app` does. */
    early: earlyListener(services, polls, metrics.observe),
    close: () => talk.close(),
  }
}

/** Segments, and the calls that thousands poll: answered from memory. */
function earlyListener(
  { deps, tokens, streams, talk }: Services,
  polls: Throttle,
  observe: Metrics['observe'],
) {
  const ready = { tokens, polls, headers: headersOf(deps.config), observe }
  return oneAfterAnother([
    streams.early,
    readyListener(live.listTalk, (...of) => talk.find(...of), ready),
    readyListener(live.reactToTalk, (...of) => talk.findReaction(...of), ready),
    readyListener(live.getLiveUrl, (viewer, id) => streams.playback.findWaiting(viewer, id), ready),
  ])
}
