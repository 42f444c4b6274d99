// Refunds of money that was paid in a convenience store: they are transferred to a bank account.

import { transact } from '#server/db/transact.ts'
import type { ProviderRefund } from '#server/ports/payments.ts'
import * as ledger from '../ledger/service.ts'
import { notifyBuyer } from '../notify.ts'
import { snapshotOf } from '../order-snapshot.ts'
import type { SaleDeps } from '../product.ts'
import * as query from './queries.ts'
import { whyRefunded } from './reasons.ts'

/**
 * Money that was paid in a store is done only once it has arrived. The provider has taken it from the seller, and asks
 * the buyer for a bank account, or transfers it there.
 */
export const recordTransfer = (
  deps: SaleDeps,
  refund: query.RefundWithPayment,
  { ref, booked, asksAccount }: ProviderRefund,
) =>
  transact(deps.db, async (tx) => {
    await query.lockOrder(tx, refund.order_id)
    if (booked) await ledger.record(deps, tx, refund, 'refund', booked)
    const transfer = asksAccount ? 'asked' : 'sent'
    const change = { transfer, refund_ref: ref } as const
    if (!(await query.moveRefund(tx, refund.id, ['open'], change)) || transfer === 'sent') return
    const { buyer_id, id, amount, reason } = refund
    const facts = { title: snapshotOf(refund).title, amount, why: whyRefunded(reason) }
    await notifyBuyer(deps, tx, buyer_id, id, { letter: 'refundAsks', ...facts })
  })
