// コンビニ払い: the payment numbers of a buyer, which hold their seats until the deadline.

import { KONBINI_PAID } from '#contract/payments/messages.ts'
import type { OwnVoucher } from '#contract/vouchers/calls.ts'
import { type PageWindow, pagesOf } from '#server/db/page-window.ts'
import type { Order } from '#server/db/schema/money.ts'
import type { SeatedKind } from '#server/db/schema/seats.ts'
import { transact } from '#server/db/transact.ts'
import { page } from '#server/http/answers/reply.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { publicUrl } from '#server/media/media-url.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import { presentVoucher } from '../checkout/present.ts'
import { findOrder } from '../checkout/queries.ts'
import * as sales from '../checkout/service.ts'
import { voucherOf } from '../checkout/voucher-payment.ts'
import { notifyBuyer } from '../notify.ts'
import { orderedTitle } from '../ordered-title.ts'
import type { SaleDeps } from '../product.ts'
import * as query from './queries.ts'

const BATCH_SIZE = 50

const STATE: Record<Order['state'], OwnVoucher['state']> = {
  open: 'open',
  settled: 'paid',
  failed: 'ended',
  refunded: 'ended',
}

const present = (row: query.VoucherRow): OwnVoucher => ({
  ...presentVoucher(row.id, voucherOf(row.voucher)),
  state: STATE[row.state],
  product: {
    kind: row.kind as SeatedKind,
    id: row.subject_id,
    room: row.room,
    title: orderedTitle(row),
    start: row.start ?? '',
    venue: row.venue,
  },
  image_path: publicUrl(row.image_path),
  amount: row.amount,
})

export async function list(deps: SaleDeps, viewer: Viewer, window: PageWindow) {
  const vouchers = await page(window, (window) => query.listVouchers(deps.read, viewer.id, window))
  return { ...vouchers, items: vouchers.items.map(present) }
}

export const get = async (deps: SaleDeps, viewer: Viewer, id: string) =>
  present(orNotFound(await query.findVoucher(deps.read, viewer.id, id)))

/** Gives a number up. One that is over already is none of the buyer's worries any more. */
export async function cancel(deps: SaleDeps, viewer: Viewer, id: string) {
  const order = await findOrder(deps.db, id)
  orNotFound(order?.buyer_id === viewer.id && (await query.hadVoucher(deps.db, id)))
  if (order?.state === 'open' && !(await sales.release(deps, order, 'givenUp')))
    throw new ApiError(409, KONBINI_PAID)
}

/** Reminds buyers of their deadlines, and cancels numbers whose payment would have to be refunded. */
export async function sweep(deps: SaleDeps) {
  const now = isoNow(deps)
  for (const { id, buyer_id } of await query.listReminders(deps.read, now, BATCH_SIZE))
    await safely(deps, id, () => remind(deps, id, buyer_id, now))
  const list = (after: string) => query.listUnfit(deps.read, now, after, BATCH_SIZE)
  for await (const orders of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    for (const { is_held, ...order } of orders) {
      const why = Number(is_held) === 1 ? 'held' : 'unfit'
      await safely(deps, order.id, () => sales.release(deps, order, why))
    }
}

/** A failure is logged and does not stop the others; the next sweep tries again. */
async function safely({ log }: SaleDeps, id: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    log.error({ id, error: String(error) }, 'a payment number could not be looked after')
  }
}

const remind = (deps: SaleDeps, id: string, buyerId: string, now: string) =>
  transact(deps.db, async (tx) => {
    if (!(await query.markReminded(tx, id, now))) return
    const row = await query.findVoucher(tx, buyerId, id)
    if (!row) return
    const { expiresAt: expires, stores } = voucherOf(row.voucher)
    const { title } = present(row).product
    const email = { letter: 'voucherEnding', voucherId: id, title, amount: row.amount } as const
    await notifyBuyer(deps, tx, buyerId, `${id}:${expires}`, { ...email, expires, stores }, id)
  })
