import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './monetization.schema.ts'

export type Monetization = z.output<typeof schema.Monetization>

export const monetization = endpoints<typeof schema.shapes>()({
  getMonetization: { method: 'GET', path: '/me/monetization', auth: 'viewer' },
})
