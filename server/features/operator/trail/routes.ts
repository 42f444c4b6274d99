import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { shapes } from '#contract/operator/audit/shapes.ts'
import { page } from '#server/http/answers/reply.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { labelsOf } from './label-queries.ts'
import { presentAction } from './present.ts'
import { listActions } from './queries.ts'

export function operatorAuditRoutes({ read }: Deps) {
  return routes(operatorAudit, shapes, {
    async listAudit({ query }) {
      const { items, more } = await page(query, (window) => listActions(read, window))
      const labels = await labelsOf(
        read,
        items.map(({ target }) => target),
      )
      return {
        more,
        items: items.map((row) => presentAction(row, labels.get(row.target) ?? null)),
      }
    },
  })
}
