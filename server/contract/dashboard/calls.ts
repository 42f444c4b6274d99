import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Proceeds = z.output<typeof schema.Proceeds>

/** An owner's earnings after fees, from the ledger. Default period: the last seven days. */
export const dashboard = endpoints<typeof schema.shapes>()({
  getProceeds: { method: 'GET', path: '/me/proceeds', auth: 'viewer' },
})
