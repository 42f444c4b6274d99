// Refunds for the days on which a member could not use a paid month, as the terms promise.

import { DAY_MS } from '#contract/lib/durations.ts'
import { pagesOf } from '#server/db/page-window.ts'
import { transact } from '#server/db/transact.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { receiptBodyOf } from '../receipts/body.ts'
import * as refunds from './queries.ts'
import { requestRefund } from './refund-requests.ts'
import * as query from './unused-days-queries.ts'

/** The time for which a room was suspended; instants. */
export interface Suspended {
  roomId: string
  since: string
  until: string
}

const BATCH_SIZE = 100
/** No paid month is longer or, less a day for the provider's clock, shorter. */
const LONGEST_MS = 32 * DAY_MS
const SHORTEST_MS = 27 * DAY_MS

const before = (instant: string, ms: number) => new Date(Date.parse(instant) - ms).toISOString()

/** Yen for the whole days of `period` that were suspended; less than a yen is dropped. */
export function unusedShare(
  amount: number,
  period: { start: string; end: string },
  { since, until }: Pick<Suspended, 'since' | 'until'>,
): number {
  const start = Date.parse(period.start)
  const end = Date.parse(period.end)
  const unused = Math.min(end, Date.parse(until)) - Math.max(start, Date.parse(since))
  const days = Math.floor(unused / DAY_MS)
  return days <= 0 ? 0 : Math.floor((amount * days) / Math.round((end - start) / DAY_MS))
}

/** Requests the refund once, of no more than is left of the month. */
const refundMonth = (deps: Deps, month: query.PaidMonth, amount: number, reason: string) =>
  transact(deps.db, async (tx) => {
    const order = await refunds.lockOrder(tx, month.id)
    const paying = await refunds.findSettlingAttempt(tx, month.id)
    if (order.state !== 'settled' || !paying) return
    if (await query.wasRefundedFor(tx, month.id, reason)) return
    const left = order.amount - (await refunds.sumRefunds(tx, month.id, ['open', 'done']))
    const due = Math.min(amount, left)
    if (due > 0)
      await requestRefund(deps, tx, {
        orderId: month.id,
        attemptId: paying.id,
        amount: due,
        reason,
      })
  })

async function refundMonths(deps: Deps, suspended: Suspended, ended: boolean) {
  const { roomId, since, until } = suspended
  const reason = query.unusedSince(since)
  const paidBefore = ended ? before(until, SHORTEST_MS) : until
  const months = { roomId, reason, paidAfter: before(since, LONGEST_MS), paidBefore }
  const list = (after: string) => query.listPaidMonths(deps.db, months, after, BATCH_SIZE)
  for await (const paid of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    for (const month of paid) {
      const { period } = receiptBodyOf(month.body)
      if (!period || (ended && period.end > until)) continue
      const share = unusedShare(month.amount, period, suspended)
      if (share > 0) await refundMonth(deps, month, share, reason)
    }
}

/** After the end of a suspension: refunds the days that it took from each paid month. Idempotent. */
export const refundUnusedDays = (deps: Deps, suspended: Suspended) =>
  refundMonths(deps, suspended, false)

/** While a room is suspended: refunds the months that have ended since. Idempotent. */
export const refundEndedMonths = (deps: Deps, { roomId, since }: Omit<Suspended, 'until'>) =>
  refundMonths(deps, { roomId, since, until: isoNow(deps) }, true)
