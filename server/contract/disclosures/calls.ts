import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Disclosure = z.output<typeof schema.Disclosure>
export type DeclinedFor = z.output<typeof schema.DeclinedFor>

/** Disclosure of a seller's identity on request (特定商取引法). */
export const disclosures = endpoints<typeof schema.shapes>()({
  askDisclosure: { method: 'POST', path: '/seller/:name/disclosure', auth: 'none', status: 201 },
  /** Pending requests first. */
  listDisclosures: { method: 'GET', path: '/me/disclosure', auth: 'viewer', kind: 'list' },
  /** Emails name, address and phone to the requester. */
  disclose: { method: 'POST', path: '/me/disclosure/:id/disclose', auth: 'viewer', status: 204 },
  declineDisclosure: {
    method: 'POST',
    path: '/me/disclosure/:id/decline',
    auth: 'viewer',
    status: 204,
  },
})
