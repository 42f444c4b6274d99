import { operatorSystem } from '#contract/operator/system/calls.ts'
import { shapes } from '#contract/operator/system/shapes.ts'
import { transact } from '#server/db/transact.ts'
import { page } from '#server/http/answers/reply.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { routes } from '#server/http/routes.ts'
import { record } from '../audit.ts'
import type { SystemDeps } from '../deps.ts'
import { withoutAddresses } from '../error-text.ts'
import * as query from './queries.ts'
import { systemHealthOf } from './system-health.ts'

export function operatorSystemRoutes(deps: SystemDeps) {
  const { db, read, clock } = deps
  const health = systemHealthOf(deps)
  return routes(operatorSystem, shapes, {
    getHealth: () => health(),

    async listFailedWork({ query: paging }) {
      const { items, more } = await page(paging, (window) => query.listFailed(read, window))
      return {
        more,
        items: items.map(({ done_at, due_at, error, ...row }) => ({
          ...row,
          error: withoutAddresses(error ?? ''),
          state: done_at ? ('given_up' as const) : ('trying' as const),
          due_at: done_at ? null : due_at,
        })),
      }
    },

    async retryWork({ viewer, params }) {
      await transact(db, async (tx) => {
        const work = orNotFound(await query.takeUpAgain(tx, params.id, clock.now().toISOString()))
        await record(tx, deps, viewer, {
          action: 'work.retry',
          target: `work:${params.id}`,
          before: { topic: work.topic, attempts: work.attempts },
          after: { attempts: 0 },
        })
      })
    },
  })
}
