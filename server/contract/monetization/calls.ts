import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Monetization = z.output<typeof schema.Monetization>
export type SellerApplication = z.input<typeof schema.SellerApplication>

export const monetization = endpoints<typeof schema.shapes>()({
  /** Loads the seller's current state from the provider. */
  getMonetization: { method: 'GET', path: '/me/monetization', auth: 'viewer' },
  /** Seller's application. Pictures are uploaded to the provider directly: only their ids arrive here. */
  submitMonetization: { method: 'POST', path: '/me/monetization', auth: 'viewer' },
  /** Seller information for buyers, shown or disclosed on request. */
  changeSeller: { method: 'PUT', path: '/me/monetization', auth: 'viewer' },
})
