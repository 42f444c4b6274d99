import { defined } from '#contract/lib/defined.ts'
import { operatorOverview } from '#contract/operator/overview/calls.ts'
import { shapes } from '#contract/operator/overview/shapes.ts'
import { sumUnbooked } from '#server/features/orders/ledger/queries.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { differencesIn } from '../money/books.ts'
import { lateSince } from '../money/late-since.ts'
import { countOpen } from '../reconciliation/queries.ts'
import { countGivenUp, countOnAir } from '../system/queries.ts'
import * as query from './queries.ts'
import { readTrend } from './trend.ts'

export function operatorOverviewRoutes({ read, clock }: Deps) {
  return routes(operatorOverview, shapes, {
    async getOverview() {
      const now = clock.now()
      const [pendingTasks, work, differences, reconciliation, trend, unbooked, all, onAir] =
        await Promise.all([
          query.countWaiting(read, lateSince(now)),
          countGivenUp(read),
          differencesIn(read, now),
          countOpen(read),
          readTrend(read, now),
          sumUnbooked(read),
          query.countAll(read),
          countOnAir(read),
        ])
      const { people, sales, platform_fee } = defined(trend.at(-1), 'today')
      return {
        todo: {
          ...pendingTasks,
          work: Number(work.count),
          differences: differences.length,
          reconciliation,
        },
        today: { people, sales, platform_fee, unbooked },
        all: { ...all, on_air: Number(onAir.count) },
        trend,
      }
    },
  })
}
