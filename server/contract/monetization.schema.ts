import * as z from 'zod'
import { Seller } from './payments.schema.ts'

export const Monetization = z.object({
  state: z.enum(['none', 'review', 'more_needed', 'ready', 'blocked']),
  reasons: z.array(z.string()),
  onboarding_url: z.string().optional(),
  seller: Seller.nullable(),
  invoice_number: z.string().nullable(),
})

export const shapes = {
  getMonetization: { output: Monetization },
}
