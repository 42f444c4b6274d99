import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type PaymentCard = z.output<typeof schema.PaymentCard>
export type Seller = z.output<typeof schema.Seller>

/** Cards in the order they were saved. A seller who withholds name and address shows the legal sentence instead. */
export const payments = endpoints<typeof schema.shapes>()({
  listCards: { method: 'GET', path: '/me/card', auth: 'viewer' },
  /**
   * Saves a card for later payments. Called again with the same token after the bank's authentication, it returns the
   * result.
   */
  saveCard: { method: 'POST', path: '/me/card', auth: 'viewer' },
  setMainCard: { method: 'PUT', path: '/me/card/:id/main', auth: 'viewer', status: 204 },
  deleteCard: { method: 'DELETE', path: '/me/card/:id', auth: 'viewer', status: 204 },
  getSeller: { method: 'GET', path: '/seller/:name', auth: 'none' },
})
