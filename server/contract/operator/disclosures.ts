import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './disclosures.schema.ts'

export type AnyDisclosure = z.output<typeof schema.shapes.listDisclosures.output>[number]

/** Requests to know who a seller is, whoever the seller is. */
export const operatorDisclosures = endpoints<typeof schema.shapes>()({
  /** Open ones first, those that wait longest at the top. */
  listDisclosures: { method: 'GET', path: '/operator/disclosure', auth: 'operator', kind: 'list' },
  remindSeller: {
    method: 'POST',
    path: '/operator/disclosure/:id/remind',
    auth: 'operator',
    status: 204,
  },
  /** In the seller's place; both are told. */
  disclose: {
    method: 'POST',
    path: '/operator/disclosure/:id/disclose',
    auth: 'operator',
    status: 204,
  },
  decline: {
    method: 'POST',
    path: '/operator/disclosure/:id/decline',
    auth: 'operator',
    status: 204,
  },
})
