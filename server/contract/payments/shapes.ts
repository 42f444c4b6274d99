import * as z from 'zod'
import { ById, CardToken } from '../shared/shared.schema.ts'

export const PaymentCard = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  main: z.boolean(),
})

/** Seller information required by law (特定商取引法). */
export const Seller = z.object({
  name: z.string(),
  display_name: z.string(),
  seller_name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  invoice_number: z.string().nullable(),
})

export const shapes = {
  listCards: { output: z.array(PaymentCard) },
  saveCard: {
    body: z.object({ token: CardToken }),
    output: z.object({
      status: z.enum(['ready', 'requires_action']),
      setupIntent: z.object({ client_secret: z.string() }).nullable(),
    }),
  },
  setMainCard: { params: ById },
  deleteCard: { params: ById },
  getSeller: { params: z.object({ name: z.string() }), output: Seller },
}
