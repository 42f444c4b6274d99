import type { Hono } from 'hono'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Deps } from '#server/process/deps.ts'
import type { Lookups } from './answers/shared.ts'
import { same } from './timing-safe-equal.ts'

/** Metrics of this process. `draining` becomes true when it is told to stop. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'room_request_seconds',
    help: 'How long requests took.',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const caches = new Map<string, Lookups>()
  new Counter({
    name: 'room_cache_lookups_total',
    help: 'Lookups in a cache, by whether it had the result.',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [cache, { hits, misses }] of caches) {
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'miss' }, misses)
      }
    },
  })
  return {
    registry,
    /** The counters of a new cache. */
    lookupsOf(cache: string): Lookups {
      const lookups = { hits: 0, misses: 0 }
      caches.set(cache, lookups)
      return lookups
    },
    observe: (method: string, status: number, seconds: number) =>
      requests.observe({ method, status: `${Math.floor(status / 100)}xx` }, seconds),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

export function mountHealth(
  app: Hono,
  { read, config, log }: Pick<Deps, 'read' | 'config' | 'log'>,
  { registry }: Metrics,
  isDraining: () => boolean,
) {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (isDraining()) return c.json({ status: 'draining' }, 503, { 'retry-after': '5' })
    try {
      await sql`select 1`.execute(read)
      return c.json({ status: 'ready' })
    } catch (error) {
      log.error({ error }, 'the database does not answer')
      return c.json({ status: 'database unavailable' }, 503, { 'retry-after': '5' })
    }
  })
  app.get('/metrics', async (c) => {
    if (!config.metricsToken) return c.notFound()
    if (!same(c.req.header('authorization') ?? '', `Bearer ${config.metricsToken}`))
      return c.text('unauthorized', 401)
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}
