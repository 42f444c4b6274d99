import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './monetization.schema.ts'

export type Monetization = z.output<typeof schema.Monetization>
export type SellerApplication = z.input<typeof schema.SellerApplication>

export const monetization = endpoints<typeof schema.shapes>()({
  /** Asks the provider anew how the seller stands. */
  getMonetization: { method: 'GET', path: '/me/monetization', auth: 'viewer' },
  /** Who wants to sell. The pictures are with the provider already: only their references come here. */
  submitMonetization: { method: 'POST', path: '/me/monetization', auth: 'viewer' },
  /** What buyers are shown, or told on request. */
  changeSeller: { method: 'PUT', path: '/me/monetization', auth: 'viewer' },
})
