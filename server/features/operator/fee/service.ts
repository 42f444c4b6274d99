import { addDays, dayOf, startOf } from '#contract/days.ts'
import { FEE_AHEAD_DAYS, FEE_NOTICE_DAYS } from '#contract/limits.ts'
import type { FeeBoard } from '#contract/operator/fee.ts'
import {
  FEE_PLANNED,
  FEE_SAME,
  FEE_STANDS,
  FEE_TOO_EARLY,
  FEE_TOO_LATE,
} from '#contract/operator/fee-messages.ts'
import { lockSeries } from '#server/db/counter.ts'
import { transact } from '#server/db/transact.ts'
import { MEMBERSHIP_FEE } from '#server/features/rooms/fee-following.ts'
import { feePercentAt } from '#server/features/site/fee.ts'
import { invalid, notFound, Refusal } from '#server/http/refusal.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import * as query from './queries.ts'
import { postFeeChange } from './telling.ts'

/** Whoever changes the fee waits for whoever does so in the same moment. */
const SERIES = 'platform-fee'

interface Plan {
  percent: number
  from: string
  reason: string
}

/** Changing what the platform takes: one change at a time, known to sellers before it begins. */
export function feeDesk(deps: Pick<Deps, 'db' | 'clock' | 'newId'>) {
  const { db, clock, newId } = deps
  const now = () => clock.now().toISOString()
  /** Days that are whole when it begins: what is left of today is none. */
  const earliest = () => addDays(dayOf(clock.now()), FEE_NOTICE_DAYS + 1)

  function demandDay(from: string) {
    if (from < earliest()) throw invalid({ from: [FEE_TOO_EARLY] })
    if (from > addDays(dayOf(clock.now()), FEE_AHEAD_DAYS)) throw invalid({ from: [FEE_TOO_LATE] })
  }

  async function board(): Promise<FeeBoard> {
    const at = now()
    const history = await query.listVersions(db)
    const isPlanned = (row: (typeof history)[number]) => !row.withdrawn_at && row.effective_at > at
    return {
      percent: await feePercentAt(db, at),
      planned: history.find(isPlanned) ?? null,
      history: history.filter((row) => !isPlanned(row)),
      earliest: earliest(),
      pending: await query.countPending(db, MEMBERSHIP_FEE),
    }
  }

  return {
    board,

    async plan(viewer: Viewer, { percent, from, reason }: Plan) {
      demandDay(from)
      await transact(db, async (tx) => {
        await lockSeries(tx, SERIES)
        const at = now()
        if (await query.findPlanned(tx, at)) throw new Refusal(409, FEE_PLANNED)
        const before = await feePercentAt(tx, at)
        if (before === percent) throw invalid({ percent: [FEE_SAME] })
        const id = newId()
        await query.insertVersion(tx, {
          id,
          percent,
          effective_at: startOf(from),
          reason,
          actor_id: actorOf(viewer),
          created_at: at,
          withdrawn_at: null,
        })
        await record(tx, deps, viewer, {
          action: 'fee.plan',
          target: `fee:${id}`,
          before: { fee_percent: before },
          after: { fee_percent: percent, fee_from: from, reason },
        })
        await postFeeChange(tx, deps, { id, change: 'planned', before, reason })
      })
      return board()
    },

    async withdraw(viewer: Viewer, id: string, reason: string) {
      await transact(db, async (tx) => {
        await lockSeries(tx, SERIES)
        const at = now()
        const planned = await query.withdraw(tx, id, at)
        if (!planned) {
          if (!(await query.findVersion(tx, id))) throw notFound()
          throw new Refusal(409, FEE_STANDS)
        }
        const before = await feePercentAt(tx, at)
        await record(tx, deps, viewer, {
          action: 'fee.withdraw',
          target: `fee:${id}`,
          before: { fee_percent: planned.percent, fee_from: dayOf(planned.effective_at) },
          after: { fee_percent: before, reason },
        })
        await postFeeChange(tx, deps, { id, change: 'withdrawn', before, reason })
      })
      return board()
    },
  }
}
