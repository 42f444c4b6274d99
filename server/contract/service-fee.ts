import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './service-fee.schema.ts'

export type ServiceFee = z.output<typeof schema.ServiceFee>

/** What the platform takes of a sale. It is no secret: the terms say it, too. */
export const serviceFee = endpoints<typeof schema.shapes>()({
  getServiceFee: { method: 'GET', path: '/service_fee', auth: 'none' },
})
