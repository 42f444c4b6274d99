import { NOT_FREE } from '#contract/payments/messages.ts'
import { SALES_OVER, SOLD_OUT, TICKET_HELD } from '#contract/tickets/messages.ts'
import { transact } from '#server/db/transact.ts'
import { ApiError } from '#server/http/api-error.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { Granted, Product } from '../product.ts'
import type { PaymentInput, Sales } from './service.ts'

/** Sale of a product with limited seats that is paid once, by card or free. */
export function seatSales(
  { db, clock, bus }: Pick<Deps, 'db' | 'clock' | 'bus'>,
  sales: Sales,
  product: Product,
) {
  return {
    /** Holds a seat and creates the payment. The result has the field names of the API. */
    async start(viewer: Viewer, id: string, input: PaymentInput) {
      const started = await sales.start(viewer, product.kind, id, input)
      const { charge, account, holdExpiresAt } = started
      return {
        paymentIntent: { id: charge.ref, client_secret: charge.clientSecret },
        ownerId: account,
        hold_expires_at: holdExpiresAt,
      }
    },

    /** Takes a free seat and grants the right in one transaction. */
    async joinFree(viewer: Viewer, id: string): Promise<Granted> {
      const { productId, amount } = await product.quote(viewer, id)
      if (amount > 0) throw new ApiError(409, NOT_FREE)
      const right = await transact(db, async (tx) => {
        if (!(await product.holdSeat(tx, productId))) throw new ApiError(409, SOLD_OUT)
        const at = clock.now().toISOString()
        const granted = await product.grant(tx, { userId: viewer.id, productId, orderId: null, at })
        if (!granted) throw new ApiError(410, SALES_OVER)
        if (granted.already) throw new ApiError(409, TICKET_HELD)
        return granted
      })
      await bus.publish(RIGHTS_CHANGED, viewer.id)
      return right
    },
  }
}
