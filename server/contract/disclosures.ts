import type * as z from 'zod'
import type * as schema from './disclosures.schema.ts'
import { endpoints } from './endpoint.ts'

export type Disclosure = z.output<typeof schema.Disclosure>
export type DeclinedFor = z.output<typeof schema.DeclinedFor>

/** Who a seller is, told on request (特定商取引法). */
export const disclosures = endpoints<typeof schema.shapes>()({
  askDisclosure: { method: 'POST', path: '/seller/:name/disclosure', auth: 'none', status: 201 },
  /** Those that wait come first. */
  listDisclosures: { method: 'GET', path: '/me/disclosure', auth: 'viewer', kind: 'list' },
  /** Mails name, address and phone to whoever asked. */
  disclose: { method: 'POST', path: '/me/disclosure/:id/disclose', auth: 'viewer', status: 204 },
  declineDisclosure: {
    method: 'POST',
    path: '/me/disclosure/:id/decline',
    auth: 'viewer',
    status: 204,
  },
})
