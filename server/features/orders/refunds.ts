import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Refunding } from '#server/ports/payments.ts'
import { books } from './books.ts'
import * as query from './purchase-queries.ts'

/** The outbox topic of refunds. */
export const REFUND = 'refund'
/** Why money went back: it came when there was no place left. */
export const TOO_LATE = 'too_late'
/** Why money went back: its order was paid already, and what was bought stays. */
export const PAID_TWICE = 'paid_twice'

/** One that is owed for so long was given up by the outbox: it is asked for again, and again, until somebody helps. */
const FORGOTTEN_MS = 24 * 60 * 60_000
const MOST_AT_ONCE = 100

type RefundDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments'>

/** Giving money back: asked of the provider, then written in the books; what fails stays owed. */
export function refunding(deps: RefundDeps) {
  const { db, clock, log, payments } = deps
  const book = books(deps)
  const now = () => clock.now().toISOString()

  /** What the buyer's own payment list says of it; a twin was never on it. */
  async function write(refund: query.Owed, state: 'done' | 'failed', ref: string) {
    await transact(db, async (tx) => {
      const order = (await query.findOrder(tx, refund.order_id))!
      const sold = { ...order, order_id: order.id }
      const twin = refund.reason === PAID_TWICE
      if (state === 'done') {
        const change = { state: 'refunded', refunded_amount: refund.amount } as const
        if (!twin) await query.moveOrder(tx, order.id, ['settled'], change)
        if (!(await query.finishRefund(tx, refund.id, ref, now()))) return
        await (twin ? book.payOut(tx, sold, now()) : book.giveBack(tx, sold, now()))
        return
      }
      const change = { state: 'settled', refunded_amount: 0 } as const
      if (!twin) await query.moveOrder(tx, order.id, ['refunded'], change)
      if (await query.failRefund(tx, refund.id)) await book.payOut(tx, sold, now(), -1)
    })
  }

  async function giveBack(id: string) {
    const refund = await query.findRefund(db, id)
    if (refund?.state !== 'open') return
    const account = refund.account_ref!
    // First, so that the same money is not asked for again next month.
    if (refund.subscription_ref)
      await payments.endSubscription({ account, ref: refund.subscription_ref, atPeriodEnd: false })
    const ref = await payments.refundCharge(
      {
        account,
        charge: refund.intent_ref!,
        amount: refund.amount,
        metadata: { order_id: refund.order_id, refund_id: id },
      },
      `refund-${id}`,
    )
    await write(refund, 'done', ref)
  }

  return {
    /** Does what an open refund asks: at the provider under its own key, then in the books. */
    handle: (payload: unknown) => giveBack((payload as { id: string }).id),

    /** A refund may come back days later, when the buyer's bank does not take it: then it is owed again. */
    async follow({ account, ref, status }: Refunding) {
      if (status !== 'failed') return
      const refund = await query.findRefundBy(db, ref)
      if (refund?.account_ref !== account || refund.state !== 'done') return
      await write(refund, 'failed', ref)
      log.error({ refund: refund.id }, 'a refund came back: its buyer has to be paid another way')
    },

    /** Takes up again what the outbox gave up. */
    async sweep() {
      const before = new Date(clock.now().getTime() - FORGOTTEN_MS).toISOString()
      for (const { id } of await query.listOwed(db, before, MOST_AT_ONCE))
        await giveBack(id).catch((error: unknown) =>
          log.error({ refund: id, error: String(error) }, 'a refund is still owed'),
        )
    },
  }
}

export type Refunds = ReturnType<typeof refunding>
