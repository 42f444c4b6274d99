import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './money.schema.ts'
import type { Reconciliation as Shape } from './reconciliation.schema.ts'

export type DeskPayment = z.output<typeof schema.DeskPayment>
export type OwedRefund = z.output<typeof schema.OwedRefund>
export type Reconciliation = z.output<typeof Shape>
export type Books = z.output<typeof schema.Books>

/** Everybody's payments, what is owed of them, and the books. */
export const operatorMoney = endpoints<typeof schema.shapes>()({
  /** By receipt number, by the payment's own id, or by who paid or sold: a handle. The newest first. */
  listPayments: { method: 'GET', path: '/operator/payment', auth: 'operator', kind: 'list' },
  /** Cancels what was bought and gives all of the money back; asked again, nothing more happens. */
  refundPayment: {
    method: 'POST',
    path: '/operator/payment/:id/refund',
    auth: 'operator',
    status: 202,
  },
  /** Money that should have gone back and did not, the oldest first. */
  listRefunds: { method: 'GET', path: '/operator/refund', auth: 'operator', kind: 'list' },
  /** Asks the provider once more for one that came back. */
  retryRefund: {
    method: 'POST',
    path: '/operator/refund/:id/retry',
    auth: 'operator',
    status: 202,
  },
  getReconciliation: { method: 'GET', path: '/operator/reconciliation', auth: 'operator' },
  /** Compares our books with the payment provider's; one at a time. */
  startReconciliation: {
    method: 'POST',
    path: '/operator/reconciliation',
    auth: 'operator',
    status: 202,
  },
  getBooks: { method: 'GET', path: '/operator/books', auth: 'operator' },
})
