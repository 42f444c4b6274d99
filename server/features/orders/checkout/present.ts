// A started payment for the browser, with the field names of the API.

import type { ProviderVoucher } from '#server/ports/payments.ts'
import type { ChargeResult } from './payment-modes.ts'

export interface StartedPayment extends ChargeResult {
  orderId: string
  account: string
  holdExpiresAt: string
}
/** The browser confirms it, unless it is paid in a store. */
export const presentStarted = ({ orderId, charge, account, holdExpiresAt }: StartedPayment) => ({
  paymentIntent: { id: charge.ref, client_secret: charge.clientSecret },
  ownerId: account,
  hold_expires_at: charge.voucher?.expiresAt ?? holdExpiresAt,
  voucher: charge.voucher && presentVoucher(orderId, charge.voucher),
})

/** The numbers that a store asks for. */
export const presentVoucher = (id: string, { expiresAt, ...numbers }: ProviderVoucher) => ({
  id,
  expires_at: expiresAt,
  ...numbers,
})
