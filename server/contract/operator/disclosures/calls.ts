import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type AnyDisclosure = z.output<typeof schema.shapes.listDisclosures.output>[number]

/** Disclosure requests about all sellers. */
export const operatorDisclosures = endpoints<typeof schema.shapes>()({
  /** Open ones first, the longest waiting on top. */
  listDisclosures: { method: 'GET', path: '/operator/disclosure', auth: 'operator', kind: 'list' },
  remindSeller: {
    method: 'POST',
    path: '/operator/disclosure/:id/remind',
    auth: 'operator',
    status: 204,
  },
  /** Discloses on behalf of the seller; both are notified. */
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
