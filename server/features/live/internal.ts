import type { Context, Hono } from 'hono'
import * as z from 'zod'
import { same } from '#server/http/timing-safe-equal.ts'
import { INGEST_PATHS } from '#server/ports/ingest.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import { listDemo } from './broadcast-queries.ts'
import type { IngestMonitor } from './ingest-monitor.ts'
import { IngestReportShape } from './report-shape.ts'
import { ingestBearer } from './seal.ts'
import * as keys from './stream-keys.ts'

const Admit = z.object({ key: z.string().min(1).max(200) })

/** Internal API for the ingest process, authorized by the server's secret. */
export function mountIngest(app: Hono, deps: GivenDeps, monitor: IngestMonitor) {
  const { config, secrets, read } = deps
  const bearer = `Bearer ${ingestBearer(secrets)}`

  const door = (path: string, answer: (body: unknown) => Promise<object | null>) =>
    app.post(path, async (c: Context) => {
      // 404 hides the route from strangers.
      if (!same(c.req.header('authorization') ?? '', bearer)) return c.notFound()
      const result = await answer(await c.req.json())
      return result ? c.json(result) : c.json({}, 403)
    })

  door(INGEST_PATHS.admit, async (body) => monitor.admit(Admit.parse(body).key))
  door(INGEST_PATHS.report, async (body) => monitor.report(IngestReportShape.parse(body)))
  if (!config.demo) return
  door(INGEST_PATHS.demo, async () => {
    const all = await listDemo(read)
    const onAir = all.find(({ state }) => state !== 'ended')
    return {
      key: onAir ? await keys.readOrMake(deps, onAir.event_id) : null,
      archives: all
        .filter(({ state }) => state === 'ended')
        .map(({ id, started_at }) => ({ id, started_at })),
    }
  })
}
