import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './payments.schema.ts'

export type Card = z.output<typeof schema.Card>
export type Seller = z.output<typeof schema.Seller>

/** Cards in the order they were saved. A seller who keeps name and address back shows the law's sentence instead. */
export const payments = endpoints<typeof schema.shapes>()({
  listCards: { method: 'GET', path: '/me/card', auth: 'viewer' },
  /** Keeps a card for later payments. Asked again with the same token once the bank has had its say, it tells the outcome. */
  saveCard: { method: 'POST', path: '/me/card', auth: 'viewer' },
  setMainCard: { method: 'PUT', path: '/me/card/:id/main', auth: 'viewer', status: 204 },
  deleteCard: { method: 'DELETE', path: '/me/card/:id', auth: 'viewer', status: 204 },
  getSeller: { method: 'GET', path: '/seller/:name', auth: 'none' },
})
