import type * as z from 'zod'
import type * as schema from './dashboard.schema.ts'
import { endpoints } from './endpoint.ts'

export type Proceeds = z.output<typeof schema.Proceeds>

/** An owner's money: what the ledger says was theirs after fees. The term is the last seven days unless said. */
export const dashboard = endpoints<typeof schema.shapes>()({
  getProceeds: { method: 'GET', path: '/me/proceeds', auth: 'viewer' },
})
