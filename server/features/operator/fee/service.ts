// Changes of the platform fee: one at a time, announced to sellers in advance.

import { addDays, dayOf, startOf } from '#contract/lib/days.ts'
import type { FeeBoard } from '#contract/operator/fee/calls.ts'
import {
  FEE_PLANNED,
  FEE_SAME,
  FEE_STANDS,
  FEE_TOO_EARLY,
  FEE_TOO_LATE,
} from '#contract/operator/fee/messages.ts'
import { FEE_AHEAD_DAYS, FEE_NOTICE_DAYS } from '#contract/service-fee/limits.ts'
import { lockSequence } from '#server/db/counter.ts'
import { transact } from '#server/db/transact.ts'
import { MEMBERSHIP_FEE } from '#server/features/rooms/fee-propagation.ts'
import { feePercentAt } from '#server/features/site/service-fee.ts'
import { ApiError, invalid, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import { postFeeChange } from './notify.ts'
import * as query from './queries.ts'

/** Lock that serializes fee changes. */
const SERIES = 'platform-fee'

interface Plan {
  percent: number
  from: string
  reason: string
}

/** Full days of notice: the rest of today does not count. */
const earliest = (deps: Deps) => addDays(dayOf(deps.clock.now()), FEE_NOTICE_DAYS + 1)

function assertDay(deps: Deps, from: string) {
  if (from < earliest(deps)) throw invalid({ from: [FEE_TOO_EARLY] })
  if (from > addDays(dayOf(deps.clock.now()), FEE_AHEAD_DAYS))
    throw invalid({ from: [FEE_TOO_LATE] })
}

export async function board(deps: Deps): Promise<FeeBoard> {
  const at = isoNow(deps)
  const history = await query.listVersions(deps.db)
  const isPlanned = (row: (typeof history)[number]) => !row.withdrawn_at && row.effective_at > at
  return {
    percent: await feePercentAt(deps.db, at),
    planned: history.find(isPlanned) ?? null,
    history: history.filter((row) => !isPlanned(row)),
    earliest: earliest(deps),
    pending: await query.countPending(deps.db, MEMBERSHIP_FEE),
  }
}

export async function plan(deps: Deps, viewer: Viewer, { percent, from, reason }: Plan) {
  assertDay(deps, from)
  await transact(deps.db, async (tx) => {
    await lockSequence(tx, SERIES)
    const at = isoNow(deps)
    if (await query.findPlanned(tx, at)) throw new ApiError(409, FEE_PLANNED)
    const before = await feePercentAt(tx, at)
    if (before === percent) throw invalid({ percent: [FEE_SAME] })
    const id = deps.newId()
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
  return board(deps)
}

export async function withdraw(deps: Deps, viewer: Viewer, id: string, reason: string) {
  await transact(deps.db, async (tx) => {
    await lockSequence(tx, SERIES)
    const at = isoNow(deps)
    const planned = await query.withdraw(tx, id, at)
    if (!planned) {
      if (!(await query.findVersion(tx, id))) throw notFound()
      throw new ApiError(409, FEE_STANDS)
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
  return board(deps)
}
