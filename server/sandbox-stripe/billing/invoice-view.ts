import type Stripe from 'stripe'
import type { Scope } from '../core/scope.ts'

export const invoicePayments = (scope: Scope, invoice: string): Stripe.InvoicePayment[] =>
  scope.list('invoice_payment', { invoice }).data
