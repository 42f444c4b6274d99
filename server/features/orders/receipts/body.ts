import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'

/** Means of payment, as receipts name them. */
export const PAID_BY_CARD = 'クレジットカード利用'
export const PAID_IN_STORE = 'コンビニ払い'

/** The frozen content of a receipt. Optional fields are missing in old rows. */
const ReceiptBody = z.object({
  title: z.string(),
  /** Yen, tax included; of a return, the refunded amount. */
  amount: z.number(),
  quantity: z.number().optional(),
  /** Of a sale: yen that a code took off the price, which is `amount` with it. */
  discount: z.number().optional(),
  tax_rate: z.number(),
  tax: z.number(),
  method: z.string(),
  /** When it was paid or refunded; in old rows the time of issue. */
  traded_at: z.string().optional(),
  /** `invoice_number`: the T-number of a qualified issuer. */
  seller: z.object({ name: z.string(), invoice_number: z.string().nullable() }).optional(),
  issuer: z.string().optional(),
  /** The month that is paid. */
  period: z.object({ start: z.string(), end: z.string() }).optional(),
  /** Of a return: the receipt of the sale. */
  returns: z.object({ number: z.string(), issued_at: z.string() }).optional(),
})
export type ReceiptBody = z.output<typeof ReceiptBody>

export const receiptBodyOf = jsonOf(ReceiptBody)
