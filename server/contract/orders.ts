import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './orders.schema.ts'

export type Payment = z.output<typeof schema.Payment>

export const orders = endpoints<typeof schema.shapes>()({
  listPayments: { method: 'GET', path: '/me/payment', auth: 'viewer', kind: 'list' },
})
